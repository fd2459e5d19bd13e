/** Runs inside the drawing thread: it takes one document's material at a time and answers with the PDF. */

import { parentPort } from 'node:worker_threads';

export type Drawn = { bytes: Uint8Array } | { error: unknown };

/** Answers each message with its PDF. `draw-aside.ts` sends the next material when the last one is answered. */
export function answerDrawn<Material>(draw: (material: Material) => Promise<Uint8Array>): void {
  parentPort?.on('message', async (material: Material) => {
    try {
      const bytes = Uint8Array.from(await draw(material));
      answer({ bytes }, [bytes.buffer]);
    } catch (error) {
      answer({ error }, []);
    }
  });
}

function answer(drawn: Drawn, handedOver: ArrayBuffer[]): void {
  parentPort?.postMessage(drawn, handedOver);
}
