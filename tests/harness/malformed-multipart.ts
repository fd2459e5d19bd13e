/**
 * Multipart bodies that have hung, crashed or fooled other parsers, each with the expected error code; no code means
 * that the body is odd but valid. Bodies are latin1, so that any byte can be written.
 */

export const BOUNDARY = 'frontera';
export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type MultipartCase = {
  name: string;
  body: Buffer;
  code?: 'malformed_multipart' | 'validation_failed' | 'empty_file';
};

const FILE_HEADERS =
  'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';
const FILE_PART = `--${BOUNDARY}\r\n${FILE_HEADERS}\r\n\r\nhola\r\n`;
const END = `--${BOUNDARY}--\r\n`;

function textPart(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** A complete body whose file part has these header lines and not the usual ones. */
function withHeaders(...lines: string[]): string {
  return `--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\nhola\r\n${END}`;
}

const MALFORMED: Record<string, string> = {
  'nothing at all': '',
  'one CR LF': '\r\n',
  'no boundary anywhere': 'hola, this is not multipart',
  'another boundary than announced':
    FILE_PART.replaceAll(BOUNDARY, 'otra') + END.replaceAll(BOUNDARY, 'otra'),
  'missing end boundary': FILE_PART,
  'missing end boundary, cut inside the content': FILE_PART.slice(0, -3),
  'truncated inside the closing boundary': FILE_PART + END.slice(0, 6),
  'truncated before the two final hyphens': FILE_PART + END.slice(0, -4),
  'truncated between the two final hyphens': FILE_PART + END.slice(0, -3),
  'truncated after the first boundary': `--${BOUNDARY}`,
  'truncated inside the headers': FILE_PART.slice(0, 40),
  'truncated right after the headers': FILE_PART.slice(0, -6),
  'a boundary alone on its line, then nothing': `--${BOUNDARY}\r\n`,
  'headers followed at once by the closing boundary': `--${BOUNDARY}\r\n${FILE_HEADERS}\r\n${END}`,
  'blank line followed at once by the closing boundary': `--${BOUNDARY}\r\n${FILE_HEADERS}\r\n\r\n${END}`,
  'headers followed at once by another part': `--${BOUNDARY}\r\n${FILE_HEADERS}\r\n${FILE_PART}${END}`,
  'one header line and the closing boundary in it': `--${BOUNDARY}\r\n${FILE_HEADERS}--${BOUNDARY}--\r\n`,
  'blank header line first': `--${BOUNDARY}\r\n\r\n${FILE_HEADERS}\r\n\r\nhola\r\n${END}`,
  'a part with no headers': `--${BOUNDARY}\r\n\r\nhola\r\n${END}`,
  'header that begins with a blank': withHeaders(
    ' Content-Disposition: form-data; name="file"; filename="a"',
  ),
  'header that begins with a tab': withHeaders('\tContent-Disposition: form-data; name="file"; filename="a"'),
  'obsolete line folding': withHeaders('Content-Disposition: form-data;', ' name="file"; filename="a"'),
  'bare LF line ends throughout': (FILE_PART + END).replaceAll('\r\n', '\n'),
  'bare LF inside the headers': withHeaders(`${FILE_HEADERS}\nX-Other: 1`),
  'bare CR inside the headers': withHeaders(`${FILE_HEADERS}\rX-Other: 1`),
  'bare LF after the boundary': (FILE_PART + END).replace('\r\n', '\n'),
  'header without a colon': withHeaders(FILE_HEADERS, 'X-Other'),
  'header with nothing before its colon': withHeaders(FILE_HEADERS, ': 1'),
  'blank before the colon': withHeaders('Content-Disposition : form-data; name="file"; filename="a"'),
  'NUL in a header name': withHeaders('Content-Disposition\0: form-data; name="file"; filename="a"'),
  'NUL in a file name': withHeaders('Content-Disposition: form-data; name="file"; filename="a\0.txt"'),
  'DEL in a header': withHeaders(FILE_HEADERS, 'X-Other: \x7f'),
  'Content-Disposition missing': withHeaders('Content-Type: text/plain'),
  'Content-Disposition twice': withHeaders(FILE_HEADERS, 'content-disposition: form-data; name="title"'),
  'Content-Disposition empty': withHeaders('Content-Disposition:'),
  'disposition of another type': withHeaders('Content-Disposition: attachment; name="file"; filename="a"'),
  'disposition that only begins like form-data': withHeaders(
    'Content-Disposition: form-data-x; name="file"; filename="a"',
  ),
  'name missing': withHeaders('Content-Disposition: form-data; filename="a"'),
  'name empty': withHeaders('Content-Disposition: form-data; name=""; filename="a"'),
  'name twice': withHeaders('Content-Disposition: form-data; name="file"; name="title"; filename="a"'),
  'filename twice': withHeaders('Content-Disposition: form-data; name="file"; filename="a"; filename="b"'),
  'name without its closing quote': withHeaders('Content-Disposition: form-data; name="file; filename=a'),
  'name that ends in a backslash': withHeaders('Content-Disposition: form-data; name="file\\'),
  'parameter without a value': withHeaders('Content-Disposition: form-data; name; filename="a"'),
  'text after a quoted value': withHeaders('Content-Disposition: form-data; name="file"x; filename="a"'),
  'content encoded as base64': withHeaders(FILE_HEADERS, 'Content-Transfer-Encoding: base64'),
  'content encoded as quoted-printable': withHeaders(
    FILE_HEADERS,
    'Content-Transfer-Encoding: quoted-printable',
  ),
  'junk after the first boundary': (FILE_PART + END).replace('\r\n', 'x\r\n'),
  'blank after the first boundary': (FILE_PART + END).replace('\r\n', ' \r\n'),
  'junk after a boundary inside the content': `--${BOUNDARY}\r\n${FILE_HEADERS}\r\n\r\na\r\n--${BOUNDARY}junk\r\nb\r\n${END}`,
  'one hyphen after the last boundary': `${FILE_PART}--${BOUNDARY}-\r\n`,
  'junk after the closing boundary': `${FILE_PART}--${BOUNDARY}--junk`,
  'one CR after the closing boundary': `${FILE_PART}--${BOUNDARY}--\r`,
  'bare LF after the closing boundary': `${FILE_PART}--${BOUNDARY}--\n`,
  'headers of 9 KiB': withHeaders(FILE_HEADERS, `X-Other: ${'a'.repeat(9_216)}`),
  'headers without end': `--${BOUNDARY}\r\nContent-Disposition: ${'a'.repeat(100_000)}`,
  'preamble of 9 KiB': `${'a'.repeat(9_216)}\r\n${FILE_PART}${END}`,
  'epilogue of 9 KiB': FILE_PART + END + 'a'.repeat(9_216),
  '33 parts': FILE_PART + textPart('x', '1').repeat(32) + END,
  '20,000 parts': textPart('x', '1').repeat(20_000) + FILE_PART + END,
  'only preambles': `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(1_000),
};

const INVALID: Record<string, string> = {
  'no part at all': END,
  'no file, only texts': textPart('title', 'hola') + END,
  'file sent as text': textPart('file', 'hola') + END,
  'file in a part of another name': FILE_PART.replace('"file"', '"document"') + END,
  'title sent as a file': FILE_PART + FILE_PART.replace('"file"', '"title"') + END,
  'two files': FILE_PART + FILE_PART + END,
  'title twice': textPart('title', 'a') + textPart('title', 'b') + FILE_PART + END,
  'file name empty, as a browser sends an untouched input': FILE_PART.replace('a.txt', '') + END,
  'file name of 256 characters': FILE_PART.replace('a.txt', 'a'.repeat(256)) + END,
  'file name with a line end, as browsers escape it': FILE_PART.replace('a.txt', 'a%0D%0Ab') + END,
  'file name that is not UTF-8': FILE_PART.replace('a.txt', '\xe9.txt') + END,
  'filename* in another charset': FILE_PART.replace('filename="a.txt"', "filename*=ISO-8859-1''%E9") + END,
  'filename* that is not UTF-8': FILE_PART.replace('filename="a.txt"', "filename*=UTF-8''%E9") + END,
  'filename* with a broken percent sign': FILE_PART.replace('filename="a.txt"', "filename*=UTF-8''%4") + END,
  'media type without a slash': FILE_PART.replace('text/plain', 'text') + END,
  'media type empty': FILE_PART.replace('text/plain', '') + END,
  'media type with a second header in it': FILE_PART.replace('text/plain', 'text/plain, X: 1') + END,
  'title that is not UTF-8': textPart('title', '\xff') + FILE_PART + END,
  'title that is half a character': textPart('title', '\xc3') + FILE_PART + END,
  'title with NUL': textPart('title', 'a\0b') + FILE_PART + END,
  'title of 65 KiB': textPart('title', 'a'.repeat(66_560)) + FILE_PART + END,
  'unknown field of 65 KiB': textPart('x', 'a'.repeat(66_560)) + FILE_PART + END,
};

const VALID: Record<string, string> = {
  'no line end after the closing boundary': FILE_PART + END.trimEnd(),
  'a preamble': `This is a message in MIME format.\r\n${FILE_PART}${END}`,
  'an empty line as preamble': `\r\n${FILE_PART}${END}`,
  'an epilogue': `${FILE_PART}${END}bye\r\n--${BOUNDARY}\r\n`,
  'unknown fields, repeated, not UTF-8': textPart('x', '\xff').repeat(2) + FILE_PART + END,
  'names in any case, values unquoted': withHeaders(
    'CONTENT-DISPOSITION: Form-Data; NAME=file; FileName=a.txt',
  ),
  'parameters crowded and empty': withHeaders(
    'Content-Disposition:form-data;;name="file";filename="a.txt"; ',
  ),
  'further headers': withHeaders(FILE_HEADERS, 'Content-Transfer-Encoding: BINARY', 'X-Other: 1', 'X-Empty:'),
  'content that begins and ends with line ends': FILE_PART.replace('hola', '\r\n\r\nhola\r\n') + END,
  'content with boundaries of other lengths':
    FILE_PART.replace('hola', `\r\n--${BOUNDARY.slice(0, -1)}\r\n-${BOUNDARY}--`) + END,
  'a file name that climbs': FILE_PART.replace('a.txt', '../../etc/passwd') + END,
  '32 parts': FILE_PART + textPart('x', '1').repeat(31) + END,
};

export const MULTIPART_CORPUS: readonly MultipartCase[] = [
  ...Object.entries(MALFORMED).map(([name, body]) => toCase(name, body, 'malformed_multipart')),
  ...Object.entries(INVALID).map(([name, body]) => toCase(name, body, 'validation_failed')),
  toCase('an empty file', FILE_PART.replace('hola', '') + END, 'empty_file'),
  ...Object.entries(VALID).map(([name, body]) => toCase(name, body)),
];

function toCase(name: string, body: string, code?: MultipartCase['code']): MultipartCase {
  return { name, body: Buffer.from(body, 'latin1'), ...(code === undefined ? {} : { code }) };
}
