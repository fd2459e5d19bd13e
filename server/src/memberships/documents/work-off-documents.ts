/** Makes the documents in the queue. If the process is killed, only time is lost; `issue-document.ts` says why. */

import type { Database } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { dueDocuments, wakeWaitingDocuments } from './pg-queue.ts';
import type { IssueDocument } from './ports.ts';

type QueuePorts = {
  records: Pick<Database, 'query'>;
  now: Clock;
  process: () => number;
  issueDocument: IssueDocument;
};

/** Documents are rendered one at a time; while one is rendered, others are stamped or written. */
const AT_ONCE = 4;
const TAKEN = 32;

/**
 * Resolves when the queue has no more documents to make now, with the number that were tried. `isStopping` is checked
 * between two documents.
 */
export async function workOffDocuments(
  { records, now, process, issueDocument }: QueuePorts,
  isStopping: () => boolean = () => false,
): Promise<{ certified: number; failed: number }> {
  const { query } = records;
  const done = { certified: 0, failed: 0 };
  await wakeWaitingDocuments({ query }, now());
  for (;;) {
    const due = await dueDocuments({ query }, process(), now(), TAKEN);
    if (due.length === 0 || isStopping()) return done;
    const line = due.values();
    const work = async () => {
      for (const { owner, id, attempts } of line) {
        if (isStopping()) return;
        // A failure is recorded in the document's row, and the other documents are made all the same.
        await issueDocument(owner, id, attempts).then(
          () => (done.certified += 1),
          () => (done.failed += 1),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (done.certified === 0 && done.failed > 0) return done;
  }
}
