/**
 * The format of an encrypted file: chunks of 64 KiB, then a footer. Each chunk is encrypted under AES-256-GCM with the
 * file's own key, and with the chunk's number as nonce. The footer holds this key and the file's length. It is
 * encrypted with the account's key, and bound to the account and to the SHA-256 of the file.
 *
 *     chunk 0 ‖ tag │ chunk 1 ‖ tag │ … │ "SELLO\x00\x00\x01" ‖ nonce ‖ AES-256-GCM(file key ‖ length) ‖ tag
 *
 * Any part can be read on its own. A changed, moved or missing chunk, a truncated or extended file, and one under
 * another file's name or account are all refused. The footer comes last because the digest is known last.
 */

import { type CipherGCM, createCipheriv, createDecipheriv } from 'node:crypto';

export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** The size of a full chunk in the store. */
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** The beginning of the footer. Its last byte is the version of the format. */
const MAGIC = Buffer.from('SELLO\x00\x00\x01', 'latin1');
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
export const FOOTER_BYTES = MAGIC.length + NONCE_BYTES + KEY_BYTES + 8 + TAG_BYTES;

/** The bytes are not those that were written, because of tampering or a disk error. */
export class SealBroken extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`A stored file is damaged: ${what}`, options);
    this.name = 'SealBroken';
  }
}

type Sealer = {
  /** Takes a piece and returns the sealed bytes so far. The memory of `piece` may be released afterwards. */
  push(piece: Uint8Array): Uint8Array[];
  /** Returns the rest of the last chunk. */
  end(): Uint8Array[];
};

/** Encrypts pieces of any size as they arrive, without collecting chunks. */
export function makeSealer(fileKey: Uint8Array): Sealer {
  let cipher: CipherGCM | undefined;
  let index = 0;
  let chunkBytes = 0;
  const endChunk = (): Uint8Array => {
    cipher?.final();
    const tag = cipher?.getAuthTag() ?? Buffer.alloc(0);
    cipher = undefined;
    index += 1;
    chunkBytes = 0;
    return tag;
  };
  return {
    push(piece) {
      const sealed: Uint8Array[] = [];
      for (let from = 0; from < piece.length; ) {
        const part = piece.subarray(from, from + CHUNK_BYTES - chunkBytes);
        cipher ??= createCipheriv('aes-256-gcm', fileKey, nonceOf(index));
        sealed.push(cipher.update(part));
        from += part.length;
        chunkBytes += part.length;
        if (chunkBytes === CHUNK_BYTES) sealed.push(endChunk());
      }
      return sealed;
    },
    end: () => (cipher === undefined ? [] : [endChunk()]),
  };
}

export function unsealChunk(fileKey: Uint8Array, index: number, sealed: Uint8Array): Uint8Array {
  try {
    return open(fileKey, nonceOf(index), sealed);
  } catch (cause) {
    throw new SealBroken(`chunk ${index}`, { cause });
  }
}

/** What a footer is bound to. */
type FileOfAccount = { accountId: string; sha256: string };

export function sealFooter(
  accountKey: Uint8Array,
  nonce: Uint8Array,
  of: FileOfAccount,
  fileKey: Uint8Array,
  sizeBytes: number,
): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', accountKey, nonce).setAAD(boundTo(of));
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(sizeBytes));
  const sealed = [cipher.update(fileKey), cipher.update(length)];
  cipher.final();
  return Buffer.concat([MAGIC, nonce, ...sealed, cipher.getAuthTag()]);
}

export function unsealFooter(
  accountKey: Uint8Array,
  of: FileOfAccount,
  footer: Uint8Array,
): { fileKey: Uint8Array; sizeBytes: number } {
  if (footer.length !== FOOTER_BYTES || !MAGIC.equals(footer.subarray(0, MAGIC.length)))
    throw new SealBroken('it has no valid footer');
  const sealedFrom = MAGIC.length + NONCE_BYTES;
  try {
    const nonce = footer.subarray(MAGIC.length, sealedFrom);
    const opened = open(accountKey, nonce, footer.subarray(sealedFrom), boundTo(of));
    return {
      fileKey: opened.subarray(0, KEY_BYTES),
      sizeBytes: Number(Buffer.from(opened.subarray(KEY_BYTES)).readBigUInt64BE()),
    };
  } catch (cause) {
    throw new SealBroken('its footer', { cause });
  }
}

/** The length of the plain file in a sealed object of this length; undefined if no sealed object has such a length. */
export function plainSizeOf(storedBytes: number): number | undefined {
  const chunkedBytes = storedBytes - FOOTER_BYTES;
  const lastBytes = chunkedBytes % SEALED_CHUNK_BYTES;
  if (chunkedBytes <= TAG_BYTES || (lastBytes > 0 && lastBytes <= TAG_BYTES)) return undefined;
  return chunkedBytes - TAG_BYTES * Math.ceil(chunkedBytes / SEALED_CHUNK_BYTES);
}

/** The stored size of this chunk of a file of `sizeBytes`. */
export function sealedChunkBytes(index: number, sizeBytes: number): number {
  return Math.min(CHUNK_BYTES, sizeBytes - index * CHUNK_BYTES) + TAG_BYTES;
}

function open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, bound?: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  if (bound !== undefined) decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const opened = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  // This throws unless the tag is right, so the bytes must not be used before it.
  decipher.final();
  return opened;
}

/** The nonce of a chunk is its number. A file key encrypts only one file, so no nonce repeats under it. */
function nonceOf(index: number): Uint8Array {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 4);
  return nonce;
}

/**
 * The text to which a footer is bound. Neither part can contain the separator, so no two files are bound to the same
 * text.
 */
function boundTo({ accountId, sha256 }: FileOfAccount): Uint8Array {
  return Buffer.concat([MAGIC, Buffer.from(`${accountId}\n${sha256}`)]);
}
