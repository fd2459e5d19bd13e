/** The embedded chain behind one fixed address, with a movable clock, and blocks made and dropped on command. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedChain, openEmbeddedChain } from '../../server/src/anchoring/embedded-chain/chain.ts';
import { openBlockFile } from '../../server/src/anchoring/embedded-chain/file.ts';
import { serveChain } from '../../server/src/anchoring/embedded-chain/http-server.ts';
import type { Logger } from '../../server/src/kernel/logger.ts';

export type ReorgChain = {
  url: string;
  chainId: number;
  signerKey: Uint8Array;
  folder: string;
  now: () => Date;
  request: EmbeddedChain['request'];
  /** Mines everything that waits. */
  mine(): Promise<void>;
  /** Drops the newest blocks and everything that waits; the clock goes on. */
  drop(depth: number): Promise<void>;
  /** Drops waiting transactions. */
  forgetWaiting(): Promise<void>;
  advance(ms: number): void;
  close(): Promise<void>;
};

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

export async function openReorgChain(blocks: 'when sent' | 'when told' = 'when told'): Promise<ReorgChain> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-chain-'));
  // Time stands still between blocks. It starts today, because no block may be earlier than a stamp that it holds.
  let nowMs = Date.now();
  const now = () => new Date(nowMs);
  const open = () => openEmbeddedChain(folder, { now, randomBytes, logger: silentLogger }, { blocks });
  let chain = await open();
  const request: EmbeddedChain['request'] = (method, params) => chain.request(method, params);
  const server = await serveChain({ request }, silentLogger);

  const reopen = async (dropBlocks: number) => {
    await chain.close();
    if (dropBlocks > 0) await cutBlocks(path.join(folder, 'blocks'), dropBlocks);
    // The clock goes on, because a block made again in the same second would be identical.
    nowMs += 60_000;
    chain = await open();
  };
  return {
    url: server.url,
    chainId: chain.chainId,
    signerKey: chain.signerKey,
    folder,
    now,
    request,
    async mine() {
      nowMs = Math.max(nowMs, Date.now());
      await chain.mine();
    },
    drop: (depth) => reopen(depth),
    forgetWaiting: () => reopen(0),
    advance(ms) {
      nowMs += ms;
    },
    async close() {
      await server.close();
      await chain.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function cutBlocks(file: string, count: number): Promise<void> {
  const offsets: number[] = [];
  const opened = await openBlockFile(file, ({ offset }) => offsets.push(offset), silentLogger);
  await opened.close();
  const cutAt = offsets.at(-count);
  if (cutAt === undefined || cutAt === 0) throw new Error('The chain has not that many blocks');
  await truncate(file, cutAt);
}
