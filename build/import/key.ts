/** Keys may have trailing backslashes (firefox 5.6) and, rarely, leading ones. */
export function trimKey(key: string): string {
  const text = key.trim();
  let [start, end] = [0, text.length];
  while (text[start] === '\\') start++;
  while (end > start && text[end - 1] === '\\') end--;
  return text.slice(start, end);
}
