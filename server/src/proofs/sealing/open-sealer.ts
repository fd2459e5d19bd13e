/** Opens the port that seals PDFs, in a thread of its own. */

import type { PdfSealer } from '../../certificates/sealing/ports.ts';
import { SEAL_FAULT_CODES } from '../../certificates/sealing/seal.ts';
import type { OnClose } from '../../kernel/closing.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { AsideFailed, drawAside, drawingThread } from '../constancia/thread/draw-aside.ts';
import type { SealTask } from './task.ts';

const THREAD = new URL('./thread/sealing-thread.ts', import.meta.url);

export function openPdfSealer(onClose: OnClose): PdfSealer {
  const { draw, close } = drawAside<SealTask>(drawingThread(THREAD, 'sealing'));
  onClose.push(close);
  const places = makeShared(SHARED_THINGS.seals);
  return {
    judge: (holder, read) =>
      places.run(holder, async () => {
        const pdf = await read();
        const judge = () => draw({ kind: 'judge', pdf });
        try {
          // On a busy machine, starting the thread may use up the time limit, so the task is tried a second time.
          const fault = Buffer.from(
            await judge().catch((error) => (error instanceof AsideFailed ? judge() : Promise.reject(error))),
          ).toString();
          return SEAL_FAULT_CODES.find((one) => one === fault);
        } catch (error) {
          // A file that was made to be expensive ends the thread, which is started again for the next caller.
          if (error instanceof AsideFailed) return 'pdf_too_costly';
          throw error;
        }
      }),
    digest: (holder, pdf, fileId) =>
      places.run(
        holder,
        async () => Buffer.from(await draw({ kind: 'digest', pdf, fileId })).toString('hex') as Sha256Hex,
      ),
    revisions: (holder, pdf, fileId, tsr, data) =>
      places.run(holder, () => draw({ kind: 'revisions', pdf, fileId, tsr, data })),
  };
}
