/** The headers of one part of a multipart body. */

import { invalidField } from '../../http/text-rules.ts';
import { parseParameters } from './header-parameters.ts';
import { malformedMultipart as malformed } from './multipart-errors.ts';
import { decodeUtf8 } from './upload-text.ts';

export type PartHeaders = { name: string; fileName: string | undefined; mime: string };

export function readPartHeaders(block: Buffer): PartHeaders {
  const headers = readHeaderLines(decodeUtf8('Content-Disposition', block));
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  // The bytes must be the file itself (RFC 7578 §4.7). With any other encoding we would certify the wrong bytes.
  if (!/^(?:binary|7bit|8bit)$/i.test(encoding)) {
    throw malformed('Content-Transfer-Encoding is not binary', 'Content-Transfer-Encoding no es binary');
  }
  const disposition = /^form-data/i.exec(headers.get('content-disposition') ?? '');
  const parameters = disposition && parseParameters(disposition.input.slice(disposition[0].length));
  const name = parameters?.get('name');
  if (!parameters || !name) {
    throw malformed(
      'a part has no Content-Disposition: form-data with a name',
      'una parte no tiene Content-Disposition: form-data con name',
    );
  }
  return {
    name: decodeBrowserEscapes(name),
    fileName: readFileName(parameters),
    mime: headers.get('content-type') ?? 'application/octet-stream',
  };
}

function readHeaderLines(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.split('\r\n')) {
    // A name is a token (RFC 9110 §5.6.2), so a folded or blank line has none. Some parsers read bare CR, bare
    // LF and NUL as line ends, others as text.
    const name = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?=:)/.exec(line)?.[0].toLowerCase();
    if (name === undefined || hasControl(line) || headers.has(name)) {
      throw malformed(
        'the headers of a part are malformed',
        'los encabezados de una parte están mal formados',
      );
    }
    headers.set(name, line.slice(name.length + 1).trim());
  }
  return headers;
}

function hasControl(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return true;
  }
  return false;
}

/**
 * Reads the file name. `filename*` (RFC 8187) takes precedence, as elsewhere. RFC 7578 §4.2 forbids it, but some
 * clients send it.
 */
function readFileName(parameters: ReadonlyMap<string, string>): string | undefined {
  const extended = parameters.get('filename*');
  if (extended === undefined) {
    const plain = parameters.get('filename');
    return plain === undefined ? undefined : decodeBrowserEscapes(plain);
  }
  const encoded = /^utf-8'[^']*'((?:%[0-9a-f]{2}|[!#$&+.^_`|~0-9a-z-])*)$/i.exec(extended)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Percent-encoded bytes that are not UTF-8 are refused like any other charset.
  }
  throw invalidField(
    'file',
    "has a filename* that is not UTF-8''…; send the name in filename, as UTF-8.",
    "tiene un filename* que no es UTF-8''…; envíe el nombre en filename, en UTF-8.",
  );
}

/** Decodes the three characters that browsers escape (WHATWG HTML, multipart/form-data encoding), and no others. */
function decodeBrowserEscapes(value: string): string {
  return value.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');
}
