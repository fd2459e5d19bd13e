/** Moves tiles in the background. Only the process that has this duty does it. */

import { type Duties, onDuty } from '../../database/duties.ts';
import type { Logger } from '../../kernel/logger.ts';
import { startLoop } from '../../kernel/pacing/start-loop.ts';
import { makeLogRows } from '../pg-log.ts';
import { type MoveRules, type MoveTilesPorts, moveTiles } from './move-tiles.ts';

export type TileMover = { start(ports: { duties: Duties }): () => Promise<void> };

const MOVE_EVERY_MS = 5_000;

type MoverPorts = Omit<MoveTilesPorts, 'rows'> & { logger: Logger };

export function makeTileMover(ports: MoverPorts, rules?: MoveRules): TileMover {
  const moving = { ...ports, rows: makeLogRows(ports.database) };
  let hasToldOfOlder = false;
  return {
    start: ({ duties }) =>
      startLoop(ports, 'tiles', MOVE_EVERY_MS, async () => {
        await onDuty(duties, 'move tiles', async (turn) => {
          const { stored, dropped, waitsForOlder } = await moveTiles(moving, turn, rules);
          if (stored > 0 || dropped > 0) ports.logger.info('log.tiles_moved', { stored, dropped });
          // `sello migrate --plan` lists the older processes.
          if (waitsForOlder && !hasToldOfOlder) ports.logger.info('log.rows_wait_for_older_processes');
          hasToldOfOlder = waitsForOlder;
        });
      }),
  };
}
