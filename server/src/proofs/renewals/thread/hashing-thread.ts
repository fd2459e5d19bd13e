/** A thread that hashes the trees of renewals, so that requests need not wait. It takes one tile at a time. */

import { parentPort } from 'node:worker_threads';
import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { type HashTask, hashTile } from './hash-leaves.ts';

export type Hashed = { hashes: Uint8Array } | { error: unknown };

parentPort?.on('message', async (task: HashTask) => {
  let hashed: Hashed;
  try {
    hashed = { hashes: await hashTile(nodeCryptoEngine, task) };
  } catch (error) {
    hashed = { error };
  }
  parentPort?.postMessage(hashed);
});
