/** Reads an archive of evidence from a folder or a ZIP file. */

export type ArchiveReader = {
  /** The names of all files in the archive. */
  paths(): AsyncIterable<string>;
  /** The bytes of a file, or undefined if there is no such file. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  close(): Promise<void>;
};

/** The most bytes of a file that is read into memory. Originals can be larger, but they are hashed as streams. */
const MOST_BYTES = 4 << 20;

export async function readWhole(archive: ArchiveReader, name: string): Promise<Buffer | undefined> {
  const source = await archive.open(name);
  if (source === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Lines of a text of any length, without their line feeds. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A byte order mark is kept, because it is part of the content here.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
