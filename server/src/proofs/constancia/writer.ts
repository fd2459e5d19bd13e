/** Constancias as they are asked for: the libraries wait for the first, and the latest are not written twice. */

import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { ConstanciaFacts } from './facts.ts';
import type { ConstanciaWriter } from './ports.ts';

/** Some 100 KB each. */
const KEPT = 32;

/**
 * Anybody who has a code may ask, as often as they like, and a constancia takes some 50 ms of a processor: whoever
 * asks again and again, or a thousand at once for the same, gets the one that was written.
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
 * A library for PDF and one for fonts take half a second and 70 MB to load. Commands and workers never print
 * anything, so both wait for the first constancia.
 */
async function writePdf(facts: ConstanciaFacts): Promise<Uint8Array> {
  const { writeConstancia } = await import('./pdf.ts');
  return writeConstancia(facts);
}
