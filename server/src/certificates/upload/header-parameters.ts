/**
 * A parameter of a header (RFC 9110 §5.6.6). A quoted value may escape `"` and `\`; other backslashes are literal, as
 * in a Windows path.
 */
const PARAMETER = /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+)))?/y;

/** The parameters after a header's value, by lower-case name; undefined if malformed or repeated. */
export function parseParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  const source = text.trimEnd();
  for (let at = 0; at < source.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(source);
    if (match === null) return undefined;
    const [, name, quoted, plain] = match;
    if (name === undefined) continue;
    if (parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), plain ?? (quoted ?? '').replace(/\\(["\\])/g, '$1'));
  }
  return parameters;
}
