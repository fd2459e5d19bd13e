/** A thread that draws constancias, so that whoever asks for one keeps nobody else waiting. */

import { parentPort } from 'node:worker_threads';
import type { ConstanciaMaterial } from '../facts.ts';
import { drawConstancia } from './draw-constancia.ts';

export type Drawn = { bytes: Uint8Array } | { error: unknown };

/** One at a time: `draw-aside.ts` sends the next when the last has come back. */
parentPort?.on('message', async (material: ConstanciaMaterial) => {
  try {
    const bytes = Uint8Array.from(await drawConstancia(material));
    answer({ bytes }, [bytes.buffer]);
  } catch (error) {
    answer({ error }, []);
  }
});

function answer(drawn: Drawn, handedOver: ArrayBuffer[]): void {
  parentPort?.postMessage(drawn, handedOver);
}
