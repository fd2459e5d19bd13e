import type { UploadTexts } from './upload-text.ts';

/** Takes a body apart. Knows nothing of sockets and waits for nothing, so every cut of the body reads the same. */
export type BodyParser = {
  /** The file's bytes inside `chunk`. They share its memory where they can, or its memory is given back. */
  push(chunk: Buffer): Uint8Array[];
  /** The body is complete: what was found in it, or the reason why it is not an upload. */
  end(): UploadTexts & { file: { name: string; mime: string } };
  /** How many bytes of the body are kept at this moment: few, however large the file. */
  readonly heldBytes: number;
};
