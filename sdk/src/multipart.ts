/** A form with fields and a file, as it is sent (RFC 7578). */

import type { Source } from './source.ts';
import { counting, type RequestBody, toBlob, toStream } from './upload.ts';

type File = { source: Source; name: string; mime: string };

export function multipartBody(
  fields: Readonly<Record<string, string>>,
  { source, name, mime }: File,
): RequestBody {
  const boundary = `sello-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')}`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const words = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = encode(
    `${words.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: ${headerText(mime)}\r\n\r\n`,
  );
  const tail = encode(`\r\n--${boundary}--\r\n`);
  const size = source.size === undefined ? undefined : head.length + source.size + tail.length;

  async function* parts(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file;
    yield tail;
  }

  const whole = async () => toBlob([head, source.blob ?? (await collect(await source.open())), tail]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size,
    canReplay: source.canReplay,
    whole,
    async open(signal, onProgress) {
      if (source.blob !== undefined && onProgress === undefined) return whole();
      const file = await source.open();
      return toStream(parts(onProgress ? counting(file, source.size, onProgress) : file), signal);
    },
  };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return toBlob(all);
}

/** Quotes a file name as browsers do (HTML, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A line break would begin another header. */
function headerText(mime: string): string {
  if (!/^[\x20-\x7e]*$/.test(mime))
    throw new TypeError('`file_mime` must be a media type, such as application/pdf.');
  return mime;
}
