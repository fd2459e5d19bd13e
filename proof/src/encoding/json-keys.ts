/** JSON that names a key twice (RFC 8259 §4): readers differ in which of the two they take. */

/** The first key that stands twice in one object of this JSON text; undefined if none does. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  // A text that does not end takes the rest, so that no character is looked at twice.
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
