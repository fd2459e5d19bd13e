/** What is sent: bytes from memory, a file or a stream, counted on their way. */

import { openPath } from './files.ts';
import type { ByteStream, OnProgress, Progress, Source } from './source.ts';

/** Where the bytes of a file come from: exactly one of these. */
export type Content =
  | { file: Blob | Uint8Array | ArrayBuffer; path?: never; stream?: never }
  /** Not available in a browser. */
  | { path: string; file?: never; stream?: never }
  /** A function that opens the stream again lets a failed upload be tried again. */
  | { stream: ByteStream | (() => ByteStream | Promise<ByteStream>); path?: never; file?: never };

export type RequestBody = {
  type: string;
  size: number | undefined;
  /** False once bytes of a stream that cannot be reopened have been sent. */
  canReplay(): boolean;
  open(signal: AbortSignal, onProgress?: OnProgress): Promise<Blob | ReadableStream<Uint8Array>>;
  /** The whole body at once, for platforms that cannot send a stream. */
  whole(): Promise<Blob>;
};

export async function openContent(content: Content, size?: number): Promise<Source> {
  if (content.path !== undefined) return openPath(content.path);
  if (content.stream !== undefined) return sourceOfStream(content.stream, size);
  if (content.file === undefined) throw new TypeError('Give the file: `file`, `path` or `stream`.');
  // No copy is made: a Blob of a view contains only the view's bytes.
  const blob = content.file instanceof Blob ? content.file : toBlob([content.file]);
  return {
    name: 'name' in blob && typeof blob.name === 'string' ? blob.name : undefined,
    mime: blob.type === '' ? undefined : blob.type,
    size: blob.size,
    canReplay: () => true,
    open: async () => chunksOf(blob.stream()),
    blob,
  };
}

function sourceOfStream(
  stream: ByteStream | (() => ByteStream | Promise<ByteStream>),
  size: number | undefined,
): Source {
  const isFactory = typeof stream === 'function';
  let hasBegun = false;
  return {
    name: undefined,
    mime: undefined,
    size,
    canReplay: () => isFactory || !hasBegun,
    async open() {
      const opened = isFactory ? await stream() : stream;
      return notingFirst(chunksOf(opened), () => {
        hasBegun = true;
      });
    },
    blob: undefined,
  };
}

/** Once the first chunk is read, the stream is used up. */
async function* notingFirst(chunks: AsyncIterable<Uint8Array>, note: () => void): AsyncGenerator<Uint8Array> {
  note();
  yield* chunks;
}

/** Not every browser iterates over streams itself. */
export function chunksOf(stream: ByteStream): AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in stream ? stream : readAll(stream as ReadableStream<Uint8Array>);
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Chunks are pulled one by one, so that memory holds no more than the network takes. */
export function toStream(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Some platforms would go on reading although nobody receives the data.
        if (signal.aborted) {
          await iterator.return?.();
          return controller.error(signal.reason);
        }
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A Blob cannot be made from shared memory: its types exclude it, and platforms throw. */
export function toBlob(parts: readonly (Blob | Uint8Array | ArrayBuffer | string)[]): Blob {
  return new Blob(parts as (Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string)[]);
}

export function textBody(type: string, content: string | Uint8Array): RequestBody {
  const blob = toBlob([content]);
  return {
    type,
    size: blob.size,
    canReplay: () => true,
    open: async (signal, onProgress) =>
      onProgress ? toStream(counting(chunksOf(blob.stream()), blob.size, onProgress), signal) : blob,
    whole: async () => blob,
  };
}

export async function* counting(
  chunks: AsyncIterable<Uint8Array>,
  total: number | undefined,
  onProgress: (progress: Progress) => void,
  phase: Progress['phase'] = 'sending',
): AsyncGenerator<Uint8Array> {
  let loaded = 0;
  for await (const chunk of chunks) {
    yield chunk;
    loaded += chunk.length;
    onProgress({ phase, loaded, total });
  }
}
