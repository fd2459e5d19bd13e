/** A child process for the tests to kill: moves tiles, and ends itself at one of the steps as SIGKILL would. */

import { randomBytes } from 'node:crypto';
import { connect, type Database } from '../../../../server/src/database/pool.ts';
import { openKeptFolder } from '../../../../server/src/files/kept-folder.ts';
import { nodeCryptoEngine } from '../../../../server/src/kernel/crypto-node.ts';
import { makeLogRows, makeMerkleLogStore } from '../../../../server/src/transparency/pg-log.ts';
import { moveTiles } from '../../../../server/src/transparency/tiles/move-tiles.ts';
import { turnByHand } from '../../../harness/turn-by-hand.ts';

const [url = '', files = '', killAt = ''] = process.argv.slice(2);

let step = 0;
const mayEnd = () => {
  step += 1;
  if (step === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};

const opened = connect({ url }, 2);
const kept = openKeptFolder(files, () => randomBytes(8).toString('hex'));
const database: Database = {
  ...opened,
  // The process may end itself before the commit, and after it.
  async transaction(work) {
    const done = await opened.transaction(async (query) => {
      const result = await work(query);
      mayEnd();
      return result;
    });
    mayEnd();
    return done;
  },
};
const ports = {
  database,
  rows: makeLogRows(database),
  kept: {
    ...kept,
    async write(name: string, bytes: Uint8Array) {
      await kept.write(name, bytes);
      mayEnd();
    },
  },
  merkleLog: makeMerkleLogStore(database, kept),
  pastGuard: { check: async () => undefined },
  crypto: nodeCryptoEngine,
};
await moveTiles(ports, await turnByHand(database), { keepLeaves: 0, portionLeaves: 256, portions: 2 });
await opened.close();
