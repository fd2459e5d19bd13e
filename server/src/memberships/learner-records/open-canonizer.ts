/** Opens the port that canonicalizes records in a separate thread. */

import type { OnClose } from '../../kernel/closing.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { drawAside, drawingThread } from '../../proofs/constancia/thread/draw-aside.ts';
import type { RecordCanonizer } from './ports.ts';

const THREAD = new URL('./thread/canonizing-thread.ts', import.meta.url);

export function openRecordCanonizer(onClose: OnClose): RecordCanonizer {
  const { draw, close } = drawAside<object>(drawingThread(THREAD, 'learner records'));
  onClose.push(close);
  const places = makeShared(SHARED_THINGS.documents);
  return {
    canonize: (holder, document) =>
      places.run(holder, async () => Buffer.from(await draw(document)).toString()),
  };
}
