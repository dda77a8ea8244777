/** `--target-product`: products and versions of a question. */
import { InvalidArgumentError } from 'commander';

export type TargetProducts = Record<string, string>;

/** `Edge=120` or `Edge 120`; given again, it adds one. */
export function addTargetProduct(text: string, earlier: TargetProducts = {}): TargetProducts {
  const at = text.indexOf('=');
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const version = at < 0 ? '' : text.slice(at + 1).trim();
  if (name === '') throw new InvalidArgumentError('name a product: "Edge=120".');
  // The second version of one product must not replace the first unseen: the service says that there are two.
  const key = Object.hasOwn(earlier, name) && earlier[name] !== version ? `${name} ${version}` : name;
  return { ...earlier, [key]: key === name ? version : '' };
}
