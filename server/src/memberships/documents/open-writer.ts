/** Opens the port that renders documents in a thread of its own. */

import type { OnClose } from '../../kernel/closing.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { drawAside, drawingThread } from '../../proofs/constancia/thread/draw-aside.ts';
import type { DocumentMaterial } from './content.ts';
import type { DocumentWriter } from './ports.ts';

const THREAD = new URL('./thread/drawing-thread.ts', import.meta.url);

export function openDocumentWriter(onClose: OnClose): DocumentWriter {
  const { draw, warm, close } = drawAside<DocumentMaterial>(drawingThread(THREAD, 'documents'));
  onClose.push(close);
  const places = makeShared(SHARED_THINGS.documents);
  return {
    warm,
    write: (holder, prepare) => places.run(holder, async () => draw(await prepare())),
  };
}
