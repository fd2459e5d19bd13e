import type { Fingerprint, UploadTexts } from './upload-fields.ts';

/** Parses a body. Synchronous and independent of sockets, so chunk boundaries make no difference. */
export type BodyParser = {
  /** Returns the file's bytes inside `chunk`, sharing its memory if possible; otherwise that memory is released. */
  push(chunk: Buffer): Uint8Array[];
  /** Call once the body is complete. Returns its fields, with the fingerprint if there was no file; throws if it is not a valid upload. */
  end(): UploadTexts & { file: { name: string; mime: string }; fingerprint?: Fingerprint };
  /** Size of the file as far as it was read, passed on or not. */
  readonly fileBytes: number;
  /** Bytes of the body currently buffered: less than a piece of the file, however large that is. */
  readonly heldBytes: number;
};
