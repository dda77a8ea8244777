/** One setting judged for one target: codes and numbers, without a sentence. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFloors } from '../../build/supported-on/table.ts';
import { type Facts, judge, type Note, readTarget } from '../../runtime/verdict/index.ts';
import { nodeOf } from './node.ts';
import { releases, tables } from './releases.ts';

const ask = (facts: Facts, targetOs: string | null) => judge(facts, readTarget(targetOs, releases), tables);

const VISTA: Facts = { supportedOn: 'At least Windows Vista', floor: { client: '6.0.6000' } };
const WINDOWS_8: Facts = {
  supportedOn: 'At least Windows Server 2012, Windows 8 or Windows RT',
  floor: { client: '6.2.9200', server: '6.2.9200' },
};
const CONTRADICTION: Facts = {
  supportedOn: 'At least Windows Server 2016, Windows 10 Version 1709',
  floor: {
    client: '10.0.16299',
    server: { named: [{ from: '10.0.16299' }], starts: '10.0.14393' },
    why: 'contradiction',
  },
};
const VISTA_ONLY: Facts = { supportedOn: 'Windows Vista only', floor: { why: 'bounded' } };

describe('the minimum of the supportedOn text', () => {
  it.each([
    [VISTA, 'Windows 11 23H2', 'supported', '6.0.6000'],
    [VISTA, 'Windows Server 2022', 'unverified', undefined],
    // Client supported, server unverified: the build does not tell which it is.
    [VISTA, '17763', 'unknown', undefined],
    [VISTA, '22631', 'supported', '6.0.6000'],
    [WINDOWS_8, '17763', 'supported', '6.2.9200'],
    [WINDOWS_8, '10.0.90000', 'supported', '6.2.9200'],
    [WINDOWS_8, 'Windows 7 SP1', 'unsupported', '6.2.9200'],
    [WINDOWS_8, 'Windows Server 2008 R2 SP1', 'unsupported', '6.2.9200'],
    [CONTRADICTION, 'Windows 10 1709', 'supported', '10.0.16299'],
    [CONTRADICTION, 'Windows 10 1703', 'unsupported', '10.0.16299'],
    [CONTRADICTION, 'Windows Server 2016', 'unverified', undefined],
    [CONTRADICTION, 'Windows Server 2025', 'supported', '10.0.16299'],
    [CONTRADICTION, 'Windows Server 2012', 'unsupported', '10.0.14393'],
    [VISTA_ONLY, '22631', 'unverified', undefined],
    [VISTA_ONLY, '26100', 'unverified', undefined],
    [{ supportedOn: 'something new' }, '22631', 'unverified', undefined],
    [{}, '22631', 'unknown', undefined],
  ] as const)('%j on %s: %s', (facts, targetOs, verdict, required) => {
    const judgement = ask(facts, targetOs);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.required).toBe(required);
  });

  it('takes the floor of the target’s own family where the text gives each one', () => {
    const facts = {
      supportedOn: 'At least Windows Server 2025, Windows 10 Version 21H2, or Windows 11 Version 22H2',
      floor: { client: '10.0.19044 | 10.0.22621', server: '10.0.26100' },
    };
    const verdict = (targetOs: string) => ask(facts, targetOs).verdict;
    expect(verdict('Windows 10 22H2')).toBe('supported');
    expect(verdict('Windows 10 21H1')).toBe('unsupported');
    expect(verdict('Windows 11 21H2')).toBe('unknown');
    expect(verdict('Windows 11 25H2')).toBe('supported');
    expect(verdict('Windows Server 2022')).toBe('unsupported');
  });

  it('says which code and text decided', () => {
    const { supportedOn } = VISTA;
    expect(ask(VISTA, 'Server 2019').reason).toEqual({ code: 'lineNotNamed', line: 'server', supportedOn });
    expect(ask(CONTRADICTION, 'Server 2016').reason).toEqual({
      code: 'noFloor',
      why: 'contradiction',
      supportedOn: CONTRADICTION.supportedOn,
    });
    expect(ask({ supportedOn: 'new', floor: { why: 'a code of a later version' } }, '22631').reason).toEqual({
      code: 'noFloor',
      why: 'unreadable',
      supportedOn: 'new',
    });
    expect(ask({}, '22631').reason).toEqual({ code: 'noMinimum' });
  });

  it('names the releases that a build shared by client and server can be', () => {
    const judgement = ask(VISTA, '17763');
    expect(judgement.reason).toMatchObject({
      code: 'bothLines',
      target: { build: '10.0.17763' },
      agree: false,
      client: { code: 'later', required: '6.0.6000' },
      server: { code: 'lineNotNamed', line: 'server' },
    });
    expect(judgement.candidates).toEqual([
      { family: 'Windows 10', label: '1809', build: '10.0.17763', verdict: 'supported' },
      { family: 'Windows Server', label: '2019', build: '10.0.17763', verdict: 'unverified' },
      { family: 'Windows Server', label: '1809', build: '10.0.17763', verdict: 'unverified' },
    ]);
  });

  it('says both reasons where client and server have the same verdict for different ones', () => {
    const facts = { supportedOn: 'x', floor: { client: '6.2.9200', server: '10.0.14393' } };
    const judgement = ask(facts, '17763');
    expect(judgement).toMatchObject({
      verdict: 'supported',
      reason: { code: 'bothLines', agree: true },
    });
    expect(judgement.required).toBeUndefined();
    expect(judgement.candidates?.map(({ verdict }) => verdict)).toEqual([
      'supported',
      'supported',
      'supported',
    ]);
  });
});

describe('the minimum of another product’s host OS', () => {
  const table = parseFloors(
    readFileSync(new URL('../../facts/supported-on-floors.jsonl', import.meta.url), 'utf8'),
  );

  it.each([
    ['Windows 11 23H2', ['client']],
    ['Windows Server 2022', ['server']],
    ['17763', ['client', 'server']],
    ['10.0.90000', ['client', 'server']],
  ] as const)('is said to be that only where one was compared: %s', (targetOs, lines) => {
    for (const { text: supportedOn, note: _note, ...floor } of table.values()) {
      const { reason } = ask({ supportedOn, floor, hostOnly: true }, targetOs);
      if (lines.some((line) => typeof floor[line] === 'string'))
        expect(reason.hostOnly, supportedOn).toBe(true);
      if (lines.every((line) => floor[line] === undefined))
        expect(reason.hostOnly, supportedOn).toBeUndefined();
      expect(ask({ supportedOn, floor }, targetOs).reason.hostOnly).toBeUndefined();
    }
    expect(ask({ hostOnly: true }, targetOs).reason).toEqual({ code: 'noMinimum' });
  });
});

describe('the MDM minimum beside the registry policy', () => {
  const facts: Facts = {
    ...WINDOWS_8,
    ...nodeOf({ minOs: 'Windows 10, version 2004 [10.0.19041.1202] and later' }),
  };

  it('judges both, and notes where they differ', () => {
    const judgement = ask(facts, 'Windows 10 1809');
    const { supportedOn } = WINDOWS_8;
    const registry = { verdict: 'supported', required: '6.2.9200' };
    expect(judgement).toMatchObject({ ...registry, basis: 'supportedOn' });
    expect(judgement.registry).toMatchObject({ ...registry, supportedOn });
    expect(judgement.mdm).toMatchObject({ verdict: 'unsupported', required: '10.0.19041.1202' });
    expect(judgement.notes).toEqual([{ code: 'nodeLater', mdm: 'unsupported', minimum: '10.0.19041.1202' }]);
  });

  it('follows the node where the text is of the age of Windows 10', () => {
    const windows11 = { supportedOn: 'At least Windows 11', floor: { client: '10.0.22000' } };
    const sudo = { ...windows11, ...nodeOf({ minOs: 'Windows 11, version 24H2 [10.0.26100] and later' }) };
    const judgement = ask(sudo, 'Windows 11 23H2');
    expect(judgement).toMatchObject({ verdict: 'unsupported', basis: 'csp', required: '10.0.26100' });
    expect(judgement.notes).toEqual([{ code: 'verdictsDiffer', mdm: 'unsupported', registry: 'supported' }]);
  });

  it('verifies nothing for a server that is older than the node, where the text is of the age of Windows 10', () => {
    const minOs = 'Windows 11, version 24H2 [10.0.26100] and later';
    const isNew = {
      supportedOn: 'At least Windows Server 2016, Windows 10',
      floor: { client: '10.0.10240', server: '10.0.14393' },
    };
    expect(ask({ ...isNew, ...nodeOf({ minOs }) }, 'Windows Server 2022')).toMatchObject({
      verdict: 'unverified',
      reason: { code: 'nodeLaterThanServer', minimum: '10.0.26100' },
      registry: { verdict: 'supported' },
    });
    expect(ask({ ...isNew, ...nodeOf({ minOs }) }, 'Windows Server 2025').verdict).toBe('supported');
    expect(ask({ ...WINDOWS_8, ...nodeOf({ minOs }) }, 'Windows Server 2022').verdict).toBe('supported');
  });

  it('does not follow the node where the text names ended versions of another product alone', () => {
    const ended: Facts = {
      supportedOn: 'Only Internet Explorer 5.0 and Internet Explorer 6.0',
      floor: { why: 'product' },
      endedVersions: true,
      ...nodeOf({ minOs: 'Windows 10, version 1703 [10.0.15063] and later' }),
    };
    const judgement = ask(ended, 'Windows 11 24H2');
    expect(judgement).toMatchObject({
      verdict: 'unverified',
      basis: 'supportedOn',
      mdm: { verdict: 'supported' },
    });
    expect(judgement.notes).toEqual([{ code: 'verdictsDiffer', mdm: 'supported', registry: 'unverified' }]);
    const { endedVersions: _, ...open } = ended;
    expect(ask(open, 'Windows 11 24H2')).toMatchObject({ verdict: 'supported', basis: 'csp' });
  });

  it('notes nothing where they agree', () => {
    const judgement = ask(facts, 'Windows 11 24H2');
    expect(judgement.notes).toEqual([]);
    expect(judgement.registry?.verdict).toBe('supported');
  });

  it('says that no registry minimum is documented where there is no text', () => {
    const { registry } = ask(nodeOf({ minOs: '[10.0.19041] and later' }), '22631');
    expect(registry).toEqual({ verdict: 'unknown', reason: { code: 'noMinimum' } });
  });

  it('goes by supportedOn where the node has no minimum', () => {
    expect(ask({ ...WINDOWS_8, ...nodeOf({}) }, '22631')).toMatchObject({
      verdict: 'supported',
      basis: 'supportedOn',
    });
  });

  it('notes alternatives without a readable build', () => {
    const minOs = 'Windows 11, version 22H2 [10.0.22621.2361] and later | Windows Insider Preview';
    const judgement = ask(nodeOf({ minOs }), '10.0.22621.3000');
    expect(judgement.verdict).toBe('supported');
    expect(judgement.alternatives).toBeUndefined();
    expect(judgement.notes).toContainEqual({
      code: 'unreadableAlternatives',
      alternatives: ['Windows Insider Preview'],
    });
  });

  const SINCE = '10.0.26100.712';
  it.each<[string | true, string | null, Note[]]>([
    [SINCE, 'Windows 11 26100.1742', [{ code: 'deprecated', since: SINCE }]],
    [SINCE, 'Windows 11 24H2', [{ code: 'maybeDeprecated', since: SINCE }]],
    [SINCE, 'Windows 11 26100.500', []],
    [SINCE, 'Windows 11 25H2', [{ code: 'deprecated', since: SINCE }]],
    [SINCE, 'Windows 11 23H2', []],
    [SINCE, null, []],
    [true, 'Windows 11 23H2', [{ code: 'deprecatedUndated' }]],
    [true, null, [{ code: 'deprecatedUndated' }]],
  ])('deprecated from %s, asked for %s', (deprecatedFrom, targetOs, notes) => {
    const minOs = '[10.0.10240] and later';
    const judgement = ask({ ...WINDOWS_8, ...nodeOf({ minOs, deprecatedFrom }) }, targetOs);
    expect(judgement.verdict).toBe(targetOs === null ? 'unknown' : 'supported');
    expect(judgement.notes).toEqual(notes);
  });
});

describe('a target that is no single build', () => {
  const facts: Facts = nodeOf({ minOs: 'Windows 11, version 22H2 [10.0.22621] and later' });

  it('says that no target OS was given, or that it was not recognized', () => {
    expect(ask(facts, null)).toEqual({
      verdict: 'unknown',
      reason: { code: 'noTarget' },
      notes: [],
      nodes: [{ index: 0, verdict: 'unknown' }],
    });
    expect(ask(facts, 'Ubuntu').reason).toEqual({ code: 'unreadableTarget' });
  });

  it('lists both candidates with their verdicts', () => {
    const judgement = ask(facts, '22H2');
    const names = [
      { family: 'Windows 10', label: '22H2', build: '10.0.19045' },
      { family: 'Windows 11', label: '22H2', build: '10.0.22621' },
    ];
    expect(judgement.verdict).toBe('unknown');
    expect(judgement.target).toBeUndefined();
    expect(judgement.reason).toEqual({ code: 'ambiguousLabel', candidates: names });
    expect(judgement.candidates).toEqual([
      { ...names[0], verdict: 'unsupported' },
      { ...names[1], verdict: 'supported' },
    ]);
    expect(ask(facts, 'Windows 11').reason.code).toBe('ambiguousFamily');
    expect(ask(facts, '2009').reason.code).toBe('ambiguousReleaseId');
  });

  it('stays unknown even where all candidates agree', () => {
    const old = nodeOf({ minOs: '[10.0.10240] and later' });
    expect(ask(old, '22H2').verdict).toBe('unknown');
    expect(ask(old, 'Windows 11').verdict).toBe('unknown');
  });

  it('names the labels that a family has', () => {
    expect(ask(facts, 'Windows 11 1809').reason).toMatchObject({
      code: 'noSuchLabel',
      family: 'Windows 11',
      label: '1809',
      labels: expect.arrayContaining(['21H2', '22H2', '23H2']),
    });
  });

  it('says what contradicts what', () => {
    expect(ask(facts, 'Windows 10 10.0.22631').reason).toEqual({
      code: 'contradictoryBuild',
      named: 'Windows 10',
      build: '10.0.22631',
      releases: ['Windows 11 23H2'],
    });
  });
});
