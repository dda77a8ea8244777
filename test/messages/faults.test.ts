import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';

describe('faultsOf', () => {
  it.each([
    ['It is “good”: a (b), c; d.', 'en-US', []],
    ['C’est « bon » : a (b), c ; d.', 'fr-FR', []],
    ['The text “Visual Studio 2019 and higher.” gives none.', 'en-US', []],
    ['It is “bad.', 'en-US', ['unbalanced quotation marks']],
    ['C’est « mal.', 'fr-FR', ['unbalanced quotation marks']],
    ['It is (bad.', 'en-US', ['unbalanced brackets']],
    ['It is "bad".', 'en-US', ['quotation marks of another style']],
    ['C’est “mal”.', 'fr-FR', ['quotation marks of another style']],
    ["It isn't good.", 'en-US', ['a straight apostrophe']],
    ['Under 1, 2, ….', 'en-US', ['doubled punctuation']],
    ['It is bad..', 'en-US', ['doubled punctuation']],
    ['It is\nbad.', 'en-US', ['a line break']],
    ['It is bad', 'en-US', ['no full stop at the end']],
    ['It is undefined.', 'en-US', ['a value that is none']],
    ['It is : bad.', 'en-US', ['a blank before punctuation']],
    ['C’est: mal.', 'fr-FR', ['no blank before punctuation']],
  ])('%j in %s', (text, lang, faults) => {
    expect(faultsOf(text, lang)).toEqual(faults);
  });
});
