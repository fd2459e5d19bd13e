/**
 * Makes the filter of common passwords from a public list, commonest first, one per line: `node
 * scripts/common-passwords.ts 10-million-password-list-top-1000000.txt` (Mark Burnett's, public domain). Short
 * passwords are left out, because their length alone refuses them. The filter has hashes instead of words, because the
 * list is full of names and insults.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { commonPasswordKey, KEY_BYTES } from '../server/src/people/passwords/common-passwords.ts';

const SHORTEST = 10;
/**
 * All passwords among the 100,000 commonest that are long enough, and further ones until there are 10,000 (ASVS 5,
 * 6.2.4: 3,000).
 */
const COMMONEST = 100_000;
const AT_LEAST = 10_000;

const [, , list = ''] = process.argv;
const keys = new Map<string, Buffer>();
for (const [rank, password] of (await readFile(list, 'utf8')).split(/\r?\n/).entries()) {
  if (rank >= COMMONEST && keys.size >= AT_LEAST) break;
  if ([...password].length < SHORTEST) continue;
  const key = commonPasswordKey(password);
  keys.set(key.toString('hex'), key);
}
const sorted = [...keys.values()].toSorted(Buffer.compare);
await writeFile(
  new URL('../server/src/people/passwords/common-passwords.bin', import.meta.url),
  Buffer.concat(sorted),
);
console.log(`${sorted.length} passwords, ${sorted.length * KEY_BYTES} bytes`);
