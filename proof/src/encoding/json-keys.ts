/** JSON that names a key twice (RFC 8259 §4): readers differ in which of the two they take. */

/** The first duplicate key in any object of this JSON text; undefined if there is none. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  // An unterminated string takes the rest, so that no character is scanned twice.
  const tokens = /"(?:[^"\\]|\\[\s\S])*(?:"(\s*:)?|\\?$)|[{}]/g;
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      // Escapes are another spelling of the same key.
      const key: unknown = JSON.parse(token.slice(0, -colon.length));
      const keys = open.at(-1);
      if (keys?.has(String(key))) return String(key);
      keys?.add(String(key));
    }
  }
  return undefined;
}
