/** The embedded database, restarted whenever it ends by itself. */

import type { Logger } from '../../kernel/logger.ts';
import type { DatabaseAddress } from '../address.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export async function keepPostgresRunning(
  folder: string,
  logger: Logger,
): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  let running: EmbeddedPostgres;
  let stopped = false;

  const start = () =>
    startEmbeddedPostgres(folder, (line) => logger.info('postgres', { line }), {
      onExit: (how) => {
        logger.error('postgres.ended', { how });
        void restart(FIRST_PAUSE_MS);
      },
    });
  // Until the server is back, callers get a 503. The pool then finds it on the same socket.
  const restart = async (pauseMs: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (stopped) return;
    try {
      running = await start();
    } catch (error) {
      logger.error('postgres.not-restarted', { error });
      await restart(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
    }
  };

  running = await start();
  return {
    address: running.connection,
    async stop() {
      stopped = true;
      await running.stop();
    },
  };
}
