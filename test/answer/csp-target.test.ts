/** `csp` with a target: the headline is the verdict on setting the node, in every form of the answer. */
import { describe, expect, it } from 'vitest';
import type { Compatibility } from '../../runtime/contract/compatibility.ts';
import { corpus } from '../corpus/dist.ts';

const { ask: snapshot } = await corpus();

const SUDO = './Device/Vendor/MSFT/Policy/Config/Sudo/EnableSudo';
const ACTIVE_HOURS = './Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd';
const AUDIT = './Device/Vendor/MSFT/Policy/Config/Audit/AccountLogon_AuditCredentialValidation';

const verdicts = ({ verdict, basis, registry, mdm }: Partial<Compatibility> = {}) => ({
  verdict,
  basis,
  registry: registry?.verdict,
  mdm: mdm?.verdict,
});

describe('the verdict on a node', () => {
  it.each([
    [SUDO, 'Windows 11 23H2', 'unsupported', 'supported'],
    [SUDO, 'Windows 11 24H2', 'supported', 'supported'],
    // An edition word changes the node's verdict, never that on the value.
    [ACTIVE_HOURS, 'Windows 11 24H2 Home', 'unsupported', 'supported'],
    [ACTIVE_HOURS, 'Windows Server 2025', 'unverified', 'supported'],
    [AUDIT, 'Windows 11 24H2', 'supported', undefined],
  ])('%s on %s', async (omaUri, targetOs, mdm, registry) => {
    const { query, result } = await snapshot.csp({ omaUri, targetOs });
    expect(query.targetOs).toBe(targetOs);
    expect(verdicts(result.compatibility)).toEqual({ verdict: mdm, basis: 'csp', registry, mdm });
  });

  it('names the candidates of a label, each with the verdict on the node', async () => {
    const { result } = await snapshot.csp({ omaUri: ACTIVE_HOURS, targetOs: '1809' });
    expect(result.compatibility?.verdict).toBe('unknown');
    const candidates = result.compatibility?.candidates?.map(({ family, verdict }) => [family, verdict]);
    expect(candidates).toContainEqual(['Windows 10', 'supported']);
    expect(candidates).toContainEqual(['Windows Server', 'unverified']);
  });

  it('is absent without a target, and for a node that is not documented', async () => {
    const plain = await snapshot.csp({ omaUri: SUDO });
    expect(plain.result).not.toHaveProperty('compatibility');
    expect(plain.query).not.toHaveProperty('targetOs');
    const unknown = await snapshot.csp({
      omaUri: './Device/Vendor/MSFT/No/Such',
      targetOs: 'Windows 11 24H2',
    });
    expect(unknown.result).not.toHaveProperty('compatibility');
  });

  it('is that of an item of verify', async () => {
    for (const omaUri of [SUDO, ACTIVE_HOURS, AUDIT])
      for (const targetOs of [
        'Windows 11 23H2',
        'Windows 10 1607 Pro',
        '10.0.17763',
        'Windows Server 2022',
      ]) {
        const { result } = await snapshot.csp({ omaUri, targetOs });
        const body = await snapshot.verify({ items: [{ omaUri }], targetOs, detail: 'full', lang: 'en-US' });
        const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
        const [item] = (
          JSON.parse(text) as { result: { items: { verdict: string; result: typeof result }[] } }
        ).result.items;
        expect(item?.verdict).toBe(result.compatibility?.verdict);
        expect(item?.result.compatibility).toEqual(result.compatibility);
      }
  });

  it('has the verdict on the version of a product beside it', async () => {
    const targetProducts = { 'Microsoft Edge': '120' };
    const uris = (
      await snapshot.resolve({ key: 'Software\\Policies\\Microsoft\\Edge', value: 'SmartScreenEnabled' })
    ).result.matches;
    const omaUri = uris?.[0]?.csp?.omaUri ?? '';
    const { result } = await snapshot.csp({ omaUri, targetProducts, targetOs: 'Windows 11 24H2' });
    expect(result.compatibility?.product?.verdict).toBe('supported');
  });
});
