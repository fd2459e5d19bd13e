/** The key of the embedded chain's one funded account: made on first use, kept in the data folder. */

import { readFile } from 'node:fs/promises';
import { encodeHex, parseHex } from '@sello/proof';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { isPrivateKey } from '../evm/address.ts';

export async function readOrMakeKey(
  file: string,
  randomBytes: (size: number) => Uint8Array,
): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return makeKey(file, randomBytes);
  const key = parseHex(text.trim());
  if (key === undefined || !isPrivateKey(key)) {
    throw new OperatorError({
      en: `${file} does not hold a private key. Restore it from a backup.`,
      es: `${file} no contiene una llave privada. Recupérela de un respaldo.`,
    });
  }
  return key;
}

/** Makes the key and writes its file in one step, so that there is never half a key. */
async function makeKey(file: string, randomBytes: (size: number) => Uint8Array): Promise<Uint8Array> {
  let key = Uint8Array.from(randomBytes(32));
  while (!isPrivateKey(key)) key = Uint8Array.from(randomBytes(32));
  await writeWholeFile(file, `${encodeHex(key)}\n`);
  return key;
}
