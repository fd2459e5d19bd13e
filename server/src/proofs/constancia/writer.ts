/** Writes constancias in a thread of their own, and caches the latest. */

import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { OnClose } from '../../kernel/closing.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { ConstanciaWriter, DrawnMaterial } from './ports.ts';
import { drawAside, drawingThread } from './thread/draw-aside.ts';

/** The size of the cache, which holds some 80 constancias. */
const KEPT_BYTES = 8 * 1024 * 1024;

export function openConstanciaWriter(onClose: OnClose): ConstanciaWriter {
  const { draw, warm, close } = drawAside<DrawnMaterial>(drawingThread(THREAD, 'constancias'));
  onClose.push(close);
  return makeConstanciaWriter(draw, warm);
}

const THREAD = new URL('./thread/drawing-thread.ts', import.meta.url);

/**
 * Makes the writer. Anyone with a code may ask any number of times, and a constancia takes some 50 ms of CPU. So
 * repeated and concurrent requests for the same one share the result.
 */
export function makeConstanciaWriter(
  draw: (material: DrawnMaterial) => Promise<Uint8Array>,
  warm = () => {},
): ConstanciaWriter {
  const underWay = new Map<string, Promise<Uint8Array>>();
  const kept = keepLatest(KEPT_BYTES);
  const places = makeShared(SHARED_THINGS.constancias);
  const drawNow = async (name: string, material: DrawnMaterial): Promise<Uint8Array> => {
    try {
      const bytes = await draw(material);
      kept.put(name, bytes);
      return bytes;
    } finally {
      underWay.delete(name);
    }
  };
  const drawOnce = (material: DrawnMaterial): Promise<Uint8Array> | Uint8Array => {
    const name = createHash('sha256').update(serialize(material)).digest('base64');
    const known = kept.get(name) ?? underWay.get(name);
    if (known !== undefined) return known;
    const drawn = drawNow(name, material);
    underWay.set(name, drawn);
    return drawn;
  };
  return {
    warm,
    write: (holder, prepare) => places.run(holder, async () => drawOnce(await prepare())),
  };
}

/** A cache that removes the least recently requested constancias when it is full. */
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
