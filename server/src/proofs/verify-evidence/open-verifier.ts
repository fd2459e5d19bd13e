/** Opens the port that judges evidence in a separate thread. */

import type { OnClose } from '../../kernel/closing.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { AsideFailed, drawAside, drawingThread } from '../constancia/thread/draw-aside.ts';
import type { EvidenceVerifier, VerifierTask } from './material.ts';

const THREAD = new URL('./thread/judging-thread.ts', import.meta.url);

export function openEvidenceVerifier(onClose: OnClose): EvidenceVerifier {
  const { draw, close } = drawAside<VerifierTask>(drawingThread(THREAD, 'evidence'));
  onClose.push(close);
  const places = makeShared(SHARED_THINGS.verifications);
  const ask = <Answer>(holder: string, task: VerifierTask): Promise<Answer> =>
    places.run(holder, async () => {
      try {
        return JSON.parse(Buffer.from(await draw(task)).toString()) as Answer;
      } catch (error) {
        if (error instanceof AsideFailed) throw tooCostly(error);
        throw error;
      }
    });
  return {
    judge: (holder, material) => ask(holder, { kind: 'judge', material }),
    examine: (holder, material) => ask(holder, { kind: 'examine', material }),
  };
}

/** Evidence that was made to be expensive ends the thread, which is started again for the next caller. */
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
