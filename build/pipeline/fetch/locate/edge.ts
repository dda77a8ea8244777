/** Edge's product API. Its policy templates have no channel: the newest stable browser shows which are stable. */
import { FetchError } from '../errors.ts';
import type { Http } from '../http.ts';
import { day, field, list, member, optionalText } from './json.ts';
import type { Located } from './locate.ts';

const API = 'https://edgeupdates.microsoft.com/api/products?view=enterprise';

export async function locateEdge(http: Http): Promise<Located> {
  const products = list(API, await http.json(API), 'products');
  const stable = newest(releases(products, 'Stable'));
  if (!stable) throw new FetchError(`${API}: no stable release listed`);
  const major = Number(stable.version.split('.')[0]);
  // Templates of a later major version belong to a preview channel.
  const policy = newest(
    releases(products, 'Policy').filter(({ version }) => Number(version.split('.')[0]) <= major),
  );
  if (!policy) throw new FetchError(`${API}: no policy templates up to the stable version ${stable.version}`);
  const artifact = list(API, field(policy.release, 'Artifacts'), 'artifacts')[0];
  const algorithm = optionalText(artifact, 'HashAlgorithm')?.toUpperCase().replace('-', '');
  const hash = optionalText(artifact, 'Hash')?.toLowerCase();
  return {
    files: [{ url: member(API, artifact, 'Location'), sha256: algorithm === 'SHA256' ? hash : undefined }],
    release: policy.version,
    date: day(optionalText(policy.release, 'PublishedTime')),
  };
}

interface Release {
  version: string;
  release: unknown;
}

function releases(products: unknown[], product: string): Release[] {
  const found = products.find((item) => optionalText(item, 'Product') === product);
  const all = found === undefined ? [] : list(API, field(found, 'Releases'), 'releases');
  return all.flatMap((release) => {
    const version = optionalText(release, 'ProductVersion');
    return version && /^\d+(\.\d+)*$/.test(version) ? [{ version, release }] : [];
  });
}

/** Number by number: `9.2` is before `10.0`. */
function newest(all: Release[]): Release | undefined {
  return all.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))[0];
}
