/** Where bytes come from, and how many have been sent. */

export type Progress = { phase: 'hashing' | 'sending'; loaded: number; total: number | undefined };

export type OnProgress = (progress: Progress) => void;

export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type Source = {
  name: string | undefined;
  mime: string | undefined;
  size: number | undefined;
  canReplay(): boolean;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Set if the platform itself holds the bytes. */
  blob: Blob | undefined;
};
