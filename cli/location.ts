/** Where a dataset lies: a folder, or the http(s) base URL of a mounted `dist`. */

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** For messages: a URL may hold a password. */
export function withoutCredentials(location: string): string {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(location)) return location;
  if (!URL.canParse(location)) return location.replace(/\/\/.*@/s, '//');
  const url = new URL(location);
  url.username = '';
  url.password = '';
  return url.href;
}
