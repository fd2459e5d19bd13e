import type { Fingerprint, UploadTexts } from './upload-fields.ts';

/** Parses a body. It is synchronous and independent of sockets, so it makes no difference where chunks end. */
export type BodyParser = {
  /**
   * Takes the next chunk and returns the bytes of the file that are in it. They share the memory of the chunk if
   * possible; otherwise that memory is released.
   */
  push(chunk: Buffer): Uint8Array[];
  /**
   * Call this once the body is complete. Returns its fields, with the fingerprint if there was no file. Throws if the
   * body is not a valid upload.
   */
  end(): UploadTexts & { file: { name: string; mime: string }; fingerprint?: Fingerprint };
  /** The number of bytes of the file that were read so far, whether or not they were passed on. */
  readonly fileBytes: number;
  /** The bytes of the body that are buffered now. They stay few, however large the file is. */
  readonly heldBytes: number;
};
