/** Contents that only some versions of a vendor's templates document, by the target. */
import { describe, expect, it } from 'vitest';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import { corpus } from '../corpus/dist.ts';

const { ask: snapshot } = await corpus();

async function verified(item: object, targetOs: string | null, targetProducts = {}): Promise<VerifiedItem> {
  const body = await snapshot.verify({
    items: [{ type: 'REG_DWORD', ...item }],
    targetOs,
    targetProducts,
    lang: 'en-US',
  });
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return (JSON.parse(text) as { result: { items: [VerifiedItem] } }).result.items[0];
}

const POLICIES = 'HKLM\\Software\\Policies\\Microsoft\\';
const INTERNET = 'HKCU\\Software\\Policies\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';
const TELEMETRY = { key: `${POLICIES}Windows\\DataCollection`, value: 'AllowTelemetry', data: 2 };
const PEERS = {
  key: `${POLICIES}Windows\\DeliveryOptimization`,
  value: 'DORestrictPeerSelectionBy',
  data: 2,
};
const TRANSPORT = { key: `${POLICIES}Windows NT\\Terminal Services`, value: 'SelectTransport', data: 0 };
const PROTOCOLS = { key: INTERNET, value: 'SecureProtocols', data: 10_240 };
const SENSORS = { key: `${POLICIES}Edge`, value: 'DefaultSensorsSetting', data: 3 };

const isNamed = ({ warnings = [] }: VerifiedItem) =>
  warnings.some((each) => each.includes('these versions only'));

describe('with a target the content is judged by the newest template that is not newer', () => {
  it.each([
    [TELEMETRY, 'Windows 10 22H2', 'documented'],
    [TELEMETRY, 'Windows 11 23H2', 'undocumented'],
    [TELEMETRY, 'Windows 11 25H2', 'undocumented'],
    [PEERS, 'Windows 10 22H2', 'undocumented'],
    // No template is as old: the oldest of the family, and a warning.
    [PEERS, 'Windows 10 1809', 'undocumented'],
    [PEERS, 'Windows 11 24H2', 'documented'],
    [TRANSPORT, 'Windows 10 22H2', 'documented'],
    [TRANSPORT, 'Windows 11 25H2', 'undocumented'],
    [PROTOCOLS, 'Windows 10 22H2', 'undocumented'],
    [PROTOCOLS, 'Windows 11 25H2', 'documented'],
    [PROTOCOLS, '10.0.26200', 'documented'],
  ])('%j on %s', async (item, target, expected) => {
    const answer = await verified(item, target);
    expect(answer.data?.verdict).toBe(expected);
    expect(isNamed(answer)).toBe(expected === 'undocumented');
  });

  it.each([
    ['119', 'undocumented'],
    ['120.0.2210.133', 'undocumented'],
    ['152', 'undocumented'],
    ['153', 'documented'],
  ])('Edge %s', async (version, expected) => {
    const answer = await verified(SENSORS, null, { Edge: version });
    expect(answer.data?.verdict).toBe(expected);
  });
});

it.each([
  [TELEMETRY, null],
  [PROTOCOLS, null],
  [TRANSPORT, 'Windows Server 2025'],
  [SENSORS, 'Windows 11 24H2'],
])('%j without one (%s) is documented, and a warning names where', async (item, target) => {
  const answer = await verified(item, target);
  expect(answer.data?.verdict).toBe('documented');
  expect(isNamed(answer)).toBe(true);
});

it('older than all templates it is documented by the oldest one, with a warning', async () => {
  const answer = await verified(TELEMETRY, 'Windows 10 1809');
  expect(answer.data?.verdict).toBe('documented');
  expect(isNamed(answer)).toBe(true);
});

it('the match names the versions, and contents that all have name none', async () => {
  const { result } = await snapshot.resolve({ key: TELEMETRY.key, value: TELEMETRY.value });
  const { values = [] } = result.matches?.find(({ slug }) => slug === 'datacollection.allowtelemetry') ?? {};
  const limited = values.filter(({ documentedIn }) => documentedIn !== undefined);
  expect(limited).toEqual([{ data: '2', documentedIn: [{ source: 'windows-10', sourceVersion: '22H2' }] }]);
  expect(values.map(({ data }) => data)).toEqual(['0', '1', '3', null, '2']);
});
