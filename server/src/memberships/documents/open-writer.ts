/** Opens the port that draws documents, in a thread of its own. */

import type { OnClose } from '../../kernel/closing.ts';
import { AppError } from '../../kernel/errors.ts';
import { makeSemaphore } from '../../kernel/pacing/semaphore.ts';
import { drawAside, drawingThread } from '../../proofs/constancia/thread/draw-aside.ts';
import type { DocumentMaterial } from './content.ts';
import type { DocumentWriter } from './ports.ts';

/** One is drawn at a time, in some 60 ms: the last in the line waits about a second. */
const AT_ONCE = 16;

const THREAD = new URL('./thread/drawing-thread.ts', import.meta.url);

export function openDocumentWriter(onClose: OnClose): DocumentWriter {
  const { draw, close } = drawAside<DocumentMaterial>(drawingThread(THREAD, 'documents'));
  onClose.push(close);
  return makeDocumentWriter(draw);
}

function makeDocumentWriter(draw: (material: DocumentMaterial) => Promise<Uint8Array>): DocumentWriter {
  const places = makeSemaphore({ places: AT_ONCE, refusal: tooMany });
  return {
    write: (prepare) => places.run(async () => draw(await prepare())),
  };
}

function tooMany(): AppError {
  return new AppError(
    'overloaded',
    {
      en: 'Too many documents are asked for at this moment. Please try again in {wait}.',
      es: 'En este momento se piden demasiados documentos. Intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 3 },
  );
}
