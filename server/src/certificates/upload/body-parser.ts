import type { Fingerprint, UploadTexts } from './upload-fields.ts';

/** An upload as it was sent, with the fingerprint if there was no file. */
export type UploadedBody = UploadTexts & { file: { name: string; mime: string }; fingerprint?: Fingerprint };

/** Parses a body. It is synchronous and independent of sockets, so it makes no difference where chunks end. */
export type BodyParser<Result = UploadedBody> = {
  /**
   * Takes the next chunk and returns the bytes of the file that are in it. They share the memory of the chunk if
   * possible; otherwise that memory is released.
   */
  push(chunk: Buffer): Uint8Array[];
  /**
   * Call this once the body is complete. Returns its fields. Throws if the body is not valid.
   */
  end(): Result;
  /** The number of bytes of the file that were read so far, whether or not they were passed on. */
  readonly fileBytes: number;
  /** The bytes of the body that are buffered now. Of the file they stay few, however large it is. */
  readonly heldBytes: number;
};
