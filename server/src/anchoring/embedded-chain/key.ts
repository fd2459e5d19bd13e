/** The key of the embedded chain's one funded account: made on first use, kept in the data folder. */

import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { encodeHex, parseHex } from '@sello/proof';
import { OperatorError } from '../../kernel/operator-error.ts';
import { isPrivateKey } from '../evm/address.ts';
import { syncFolder } from './file.ts';

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

/** The file gets its name only when it is whole and on the disk: there is never half a key. */
async function makeKey(file: string, randomBytes: (size: number) => Uint8Array): Promise<Uint8Array> {
  let key = Uint8Array.from(randomBytes(32));
  while (!isPrivateKey(key)) key = Uint8Array.from(randomBytes(32));
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${encodeHex(key)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
  return key;
}
