import type { Fingerprint, UploadTexts } from './upload-fields.ts';

/** An upload as it was sent; without a file, it has only the fingerprint. */
export type UploadedBody = UploadTexts & { file: { name: string; mime: string }; fingerprint?: Fingerprint };

/** Parses a body. It is synchronous and independent of sockets, so it makes no difference where chunks end. */
export type BodyParser<Result = UploadedBody> = {
  /**
   * Takes the next chunk and returns the bytes of the file that are in it. They share the memory of the chunk if
   * possible; otherwise that memory is released.
   */
  push(chunk: Buffer): Uint8Array[];
  /** Returns the fields. Call it once the body is complete; throws if the body is not valid. */
  end(): Result;
  /** The number of bytes of the file that were read so far, whether or not they were passed on. */
  readonly fileBytes: number;
  /** How many bytes of the body are buffered now. Of a file, only a few are ever buffered. */
  readonly heldBytes: number;
};
