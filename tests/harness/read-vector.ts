import { readFileSync } from 'node:fs';
import { decodePem } from '../../proof/src/encoding/pem.ts';

const VECTORS = new URL('../vectors/', import.meta.url);

/** A file of tests/vectors, as plain bytes: `readVector('nom151/advantage-2018-07-18.tsr')`. */
export function readVector(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(path, VECTORS)));
}

/** Every certificate in `roots/<name>.pem`. */
export function readCertificates(name: string): Uint8Array[] {
  return decodePem('CERTIFICATE', readFileSync(new URL(`roots/${name}.pem`, VECTORS), 'latin1'));
}
