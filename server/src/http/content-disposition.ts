/** `Content-Disposition: attachment` (RFC 6266, RFC 8187) for names that callers chose. */

/**
 * Removes folders, control characters and characters that change the direction, and cuts the name to a length that
 * file systems accept.
 */
export function safeFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Bidirectional controls can make `gpj.exe` read as `exe.jpg`.
  const plain = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  const short = cutToBytes(plain, 200);
  return short === '' || short === '.' || short === '..' ? 'file' : short;
}

export function attachment(name: string): string {
  const safe = safeFileName(name);
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (ascii === safe) return `attachment; filename="${ascii}"`;
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(safe)}`;
}

function encodeRfc8187(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Cuts a text to at most this many bytes, but never inside a character. */
function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let cut = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > maxBytes) break;
    cut += char;
  }
  return cut;
}
