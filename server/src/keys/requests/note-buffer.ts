/**
 * Holds answered requests in memory until the next flush, so that an answer costs no round trip; and keeps no more of an
 * account than its share.
 */

import type { AnsweredRequest } from './answered-request.ts';

/**
 * Of each account, day and process. Refusals have a share of their own, because they are what people look for: a busy
 * account must not push them out.
 */
const MOST_A_DAY = { answered: 10_000, refused: 10_000 };
/** While nothing can be written. */
const MOST_WAITING = 20_000;

type NoteBuffer = {
  note(request: AnsweredRequest): void;
  flush(): Promise<void>;
};

/** If `write` fails, its requests are tried again with the next flush. Written twice, they must be the same rows. */
export function makeNoteBuffer(write: (requests: readonly AnsweredRequest[]) => Promise<void>): NoteBuffer {
  let waiting: AnsweredRequest[] = [];
  let writing: Promise<void> = Promise.resolve();
  let day = '';
  const kept = new Map<string, { answered: number; refused: number }>();

  const writeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    try {
      await write(batch);
    } catch (error) {
      waiting = [...batch, ...waiting].slice(0, MOST_WAITING);
      throw error;
    }
  };

  return {
    note(request) {
      const today = request.at.toISOString().slice(0, 10);
      if (today !== day) {
        kept.clear();
        day = today;
      }
      const counts = kept.get(request.accountId) ?? { answered: 0, refused: 0 };
      const kind = request.status < 400 ? 'answered' : 'refused';
      if (counts[kind] >= MOST_A_DAY[kind] || waiting.length >= MOST_WAITING) return;
      counts[kind] += 1;
      kept.set(request.accountId, counts);
      waiting.push(request);
    },

    flush() {
      // One after the other: a second caller may wait for requests that are in the first one's batch.
      writing = writing.then(writeWaiting, writeWaiting);
      return writing;
    },
  };
}
