/** Where bytes come from, and how far they have come. */

export type Progress = { phase: 'hashing' | 'sending'; loaded: number; total: number | undefined };

export type OnProgress = (progress: Progress) => void;

export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type Source = {
  name: string | undefined;
  mime: string | undefined;
  size: number | undefined;
  canReplay(): boolean;
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Where the platform holds the bytes itself. */
  blob: Blob | undefined;
};
