/** Constancias as they are asked for: drawn aside, and the latest are not drawn twice. */

import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { OnClose } from '../../kernel/closing.ts';
import { drawAside } from './draw-aside.ts';
import type { ConstanciaFacts } from './facts.ts';
import type { ConstanciaWriter } from './ports.ts';

/** Some 80 of them. */
const KEPT_BYTES = 8 * 1024 * 1024;

export function openConstanciaWriter(onClose: OnClose): ConstanciaWriter {
  const { write, close } = drawAside();
  onClose.push(close);
  return makeConstanciaWriter(write);
}

/**
 * Anybody who has a code may ask, as often as they like, and a constancia takes some 50 ms of a processor: whoever
 * asks again and again, or a thousand at once for the same, gets the one that was written.
 */
export function makeConstanciaWriter(write: ConstanciaWriter['write']): ConstanciaWriter {
  const underWay = new Map<string, Promise<Uint8Array>>();
  const kept = keepLatest(KEPT_BYTES);
  const writeNow = async (name: string, facts: ConstanciaFacts): Promise<Uint8Array> => {
    try {
      const bytes = await write(facts);
      kept.put(name, bytes);
      return bytes;
    } finally {
      underWay.delete(name);
    }
  };
  return {
    async write(facts) {
      const name = createHash('sha256').update(serialize(facts)).digest('base64');
      const known = kept.get(name) ?? underWay.get(name);
      if (known !== undefined) return known;
      const written = writeNow(name, facts);
      underWay.set(name, written);
      return written;
    },
  };
}

/** Those that were asked for longest ago make room. */
function keepLatest(maxBytes: number) {
  const latest = new Map<string, Uint8Array>();
  let heldBytes = 0;
  const get = (name: string): Uint8Array | undefined => {
    const bytes = latest.get(name);
    if (bytes === undefined) return undefined;
    latest.delete(name);
    latest.set(name, bytes);
    return bytes;
  };
  const put = (name: string, bytes: Uint8Array): void => {
    latest.set(name, bytes);
    heldBytes += bytes.length;
    for (const [oldest, { length }] of latest) {
      if (heldBytes <= maxBytes) break;
      latest.delete(oldest);
      heldBytes -= length;
    }
  };
  return { get, put };
}
