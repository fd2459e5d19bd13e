/** An answer that is a file. */

import { type SaveOptions, saveTo } from './files.ts';
import { chunksOf } from './upload.ts';

/** Read it once: as a stream, as bytes, as text or into a file. */
export type Download = {
  contentType: string;
  /** The name suggested by the server. */
  fileName: string | undefined;
  stream(): ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  /**
   * Not available in a browser. The file is written completely or not at all; an existing one is replaced only with
   * `overwrite`.
   */
  save(path: string, options?: SaveOptions): Promise<void>;
};

export async function toDownload(response: Response): Promise<Download> {
  const stream = () =>
    response.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  return {
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    fileName: fileNameIn(response.headers.get('content-disposition') ?? ''),
    stream,
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
    save: (path, options = {}) => saveTo(path, chunksOf(stream()), options),
  };
}

/** RFC 6266: only the extended form can hold every letter. */
function fileNameIn(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended === undefined) return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return decodeURIComponent(extended);
  } catch {
    return undefined;
  }
}
