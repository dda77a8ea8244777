/** The list of keys that an ingested policy may write. */
import { describe, expect, it } from 'vitest';
import { isIngestible } from '../../build/ingestion/key-list.ts';

describe('open', () => {
  it.each([
    'Software\\Policies\\Mozilla\\Firefox',
    'Software\\Google\\Update',
    'Software\\Policies\\Microsoft\\Office',
    'software\\policies\\microsoft\\OFFICE\\16.0\\word',
    'Software\\Policies\\Microsoft\\Office\\',
    'Software\\Microsoft\\OneDrive',
    'Software\\Microsoft\\EdgeUpdate\\Clients',
    'Software\\Policies\\Microsoft\\Windows\\CurrentVersion\\Explorer\\X',
    'Software\\Policies\\Microsoft\\IME\\Shared\\X',
    'Software\\MicrosoftCompatible\\X',
    'Systems\\X',
    'Software\\Policies\\Microsoft365\\X',
  ])('%s', (key) => {
    expect(isIngestible(key)).toBe(true);
  });
});

describe('closed', () => {
  it.each([
    'System',
    'SYSTEM\\CurrentControlSet\\Control',
    'Software\\Microsoft',
    'Software\\Microsoft\\Windows\\CurrentVersion\\Policies\\Explorer',
    'Software\\Microsoft\\Windows\\CurrentVersion\\Explorers',
    'Software\\Policies\\Microsoft',
    'Software\\Policies\\Microsoft\\Edge',
    'Software\\Policies\\Microsoft\\EdgeUpdate',
    'Software\\Policies\\Microsoft\\OneDrive',
    'Software\\Policies\\Microsoft\\OfficeX',
    'Software\\Policies\\Microsoft\\IME',
    'Software\\Policies\\Microsoft\\VBA',
  ])('%s', (key) => {
    expect(isIngestible(key)).toBe(false);
  });
});
