/** Opens the store of answered requests. It writes about once a second, and a last time when it is closed. */

import type { Database } from '../../database/pool.ts';
import type { OnClose } from '../../kernel/closing.ts';
import type { Surroundings } from '../../kernel/surroundings.ts';
import type { AnsweredRequests } from './answered-request.ts';
import { makeAnsweredRequests } from './pg-answered-requests.ts';

const FLUSH_MS = 1_000;

export function openAnsweredRequests(
  database: Database,
  { now, logger }: Pick<Surroundings, 'now' | 'logger'>,
  onClose: OnClose,
): AnsweredRequests {
  const requests = makeAnsweredRequests(database, now);
  const flush = () => requests.flush().catch((error) => logger.warn('requests.not_written', { error }));
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  onClose.push(async () => {
    clearInterval(timer);
    await flush();
  });
  return requests;
}
