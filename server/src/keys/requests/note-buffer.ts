/**
 * Holds answered requests in memory until the next flush, so that an answer does not wait for the database. Beyond an
 * account's limit, requests are not kept.
 */

import type { AnsweredRequest } from './answered-request.ts';

/**
 * The most requests for each account, day and process. Refused requests have a separate limit, because people look for
 * them, and many answered requests must not use up their room.
 */
const MOST_A_DAY = { answered: 10_000, refused: 10_000 };
/** The most requests that wait while the database cannot be written to. */
const MOST_WAITING = 20_000;

type NoteBuffer = {
  note(request: AnsweredRequest): void;
  flush(): Promise<void>;
};

/**
 * If `write` fails, its requests are written again with the next flush. So writing a request twice must give the same
 * row.
 */
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
      // Flushes run one after the other, because requests that a second caller waits for may be in the batch of the
      // first.
      writing = writing.then(writeWaiting, writeWaiting);
      return writing;
    },
  };
}
