/** Writes constancias: loads the libraries with the first, and caches the latest. */

import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { ConstanciaFacts } from './facts.ts';
import type { ConstanciaWriter } from './ports.ts';

/** Some 100 KB each. */
const KEPT = 32;

/**
 * Anyone with a code may ask any number of times, and a constancia takes some 50 ms of CPU, so repeated and concurrent
 * requests for the same one share the result.
 */
export function makeConstanciaWriter(write: ConstanciaWriter['write'] = writePdf): ConstanciaWriter {
  const latest = new Map<string, Promise<Uint8Array>>();
  return {
    write(facts) {
      const name = createHash('sha256').update(serialize(facts)).digest('base64');
      const written = latest.get(name) ?? write(facts);
      latest.delete(name);
      latest.set(name, written);
      written.catch(() => latest.delete(name));
      if (latest.size > KEPT) latest.delete(latest.keys().next().value as string);
      return written;
    },
  };
}

/**
 * The PDF and font libraries take half a second and 70 MB to load. Commands and workers never write a constancia, so
 * they are loaded with the first one.
 */
async function writePdf(facts: ConstanciaFacts): Promise<Uint8Array> {
  const { writeConstancia } = await import('./pdf.ts');
  return writeConstancia(facts);
}
