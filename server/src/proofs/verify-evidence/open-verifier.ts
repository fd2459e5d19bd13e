/** Opens the port that judges evidence, in a thread of its own. */

import type { OnClose } from '../../kernel/closing.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { AsideFailed, drawAside, drawingThread } from '../constancia/thread/draw-aside.ts';
import type { EvidenceMaterial, EvidenceVerifier, Judgement } from './material.ts';

const THREAD = new URL('./thread/judging-thread.ts', import.meta.url);

export function openEvidenceVerifier(onClose: OnClose): EvidenceVerifier {
  const { draw, close } = drawAside<EvidenceMaterial>(drawingThread(THREAD, 'evidence'));
  onClose.push(close);
  const places = makeShared(SHARED_THINGS.verifications);
  return {
    judge: (holder, material) =>
      places.run(holder, async () => {
        try {
          return JSON.parse(Buffer.from(await draw(material)).toString()) as Judgement;
        } catch (error) {
          if (error instanceof AsideFailed) throw tooCostly(error);
          throw error;
        }
      }),
  };
}

/** Evidence that was made to cost much ends the thread, which begins again for the next caller. */
function tooCostly(cause: Error): AppError {
  return new AppError(
    'validation_failed',
    {
      en: '`evidence` takes more time or memory than one call may use; check it with the command `sello verify`.',
      es: '`evidence` requiere más tiempo o memoria de lo que permite una llamada; compruébelo con el comando `sello verify`.',
    },
    { cause },
  );
}
