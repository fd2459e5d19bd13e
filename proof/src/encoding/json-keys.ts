/** Finds JSON that names a key twice (RFC 8259 §4), because readers differ in which of the two values they take. */

/** The first duplicate key in any object of this JSON text; undefined if there is none. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  // An unterminated string matches up to the end of the text, so that no character is scanned twice.
  const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"(\s*:)?|\\?$)|[{}]/g;
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      // A key written with escapes is the same key, so it is compared after decoding.
      const key: unknown = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (keys?.has(String(key))) return String(key);
      keys?.add(String(key));
    }
  }
  return undefined;
}
