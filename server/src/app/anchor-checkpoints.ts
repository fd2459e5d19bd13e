/**
 * Keeps the log anchored on one chain: one transaction in flight, written down before it is sent, followed to
 * finality. Every step can be repeated: whoever takes over after a crash starts from what is written down.
 */

import type { AnchorRow, ChainDriver, ChainFacts, Needs } from '../ports.ts';

export type AnchorRules = {
  /** Least time between two anchors: what one transaction's fee is spread over. */
  intervalMs: number;
  /** A transaction that waits longer than this is replaced by one that pays more and carries the newest root. */
  bumpAfterMs: number;
};

type AnchorPorts = Needs<'anchors' | 'merkleLog' | 'now' | 'log'>;

/** How many final anchors are looked at again: a deep reorganisation reaches the newest first. */
const WATCHED_FINAL = 3;

export async function anchorCheckpoints(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
): Promise<void> {
  await ports.anchors.rememberChain(factsOf(chain), await chain.headNumber(), ports.now());
  await watchFinal(ports, chain);
  const unsettled = await ports.anchors.unsettled(chain.network);
  for (const anchor of unsettled.filter(({ state }) => state === 'mined')) await settle(ports, chain, anchor);
  const inFlight = unsettled.filter(({ state }) => state !== 'mined');
  if (inFlight.length > 0) await follow(ports, chain, rules, inFlight);
  else await anchorNewest(ports, chain, rules);
}

export function factsOf({ network, trust, finality }: ChainDriver): ChainFacts {
  return { network, trust, finality: 'tag' in finality ? finality.tag : `depth:${finality.depth}` };
}

/** Mined: final when the chain says so, in flight again when its block is gone. */
async function settle(ports: AnchorPorts, chain: ChainDriver, anchor: AnchorRow): Promise<void> {
  if (anchor.block === undefined) return;
  const finality = await chain.isFinal(anchor.block.blockNumber, anchor.block.blockHash);
  if (finality === 'reorganised') return reorganised(ports, anchor);
  if (finality) {
    await ports.anchors.markFinal(anchor.id, ports.now());
    ports.log.info('anchor.final', {
      network: anchor.network,
      treeSize: anchor.treeSize,
      block: anchor.block.blockNumber,
    });
  }
}

/** What was final should stay so; a chain that takes it back moves certificates back to anchoring, visibly. */
async function watchFinal(ports: AnchorPorts, chain: ChainDriver): Promise<void> {
  for (const anchor of await ports.anchors.newestFinal(chain.network, WATCHED_FINAL)) {
    if (anchor.block === undefined) continue;
    const finality = await chain.isFinal(anchor.block.blockNumber, anchor.block.blockHash);
    if (finality === 'reorganised') await reorganised(ports, anchor);
  }
}

async function reorganised(ports: AnchorPorts, anchor: AnchorRow): Promise<void> {
  await ports.anchors.markReorganised(anchor.id);
  ports.log.error('anchor.reorganised', {
    network: anchor.network,
    treeSize: anchor.treeSize,
    wasFinal: anchor.state === 'final',
  });
}

/** In flight: all attempts of one nonce. The chain takes one of them; until it has, the newest is kept in its pool. */
async function follow(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
  attempts: readonly AnchorRow[],
): Promise<void> {
  const found = await chain.look(attempts.map(({ txHash }) => txHash));
  if (found.state === 'mined') {
    const mined = attempts.find(({ txHash }) => Buffer.compare(txHash, found.txHash) === 0);
    if (mined === undefined) throw new Error('The chain answered with a transaction that was not asked for');
    // A crash before this line finds the same block again; after it, the proof parts are there with the block.
    await ports.anchors.markMined(mined.id, found, await chain.prove(found), ports.now());
    ports.log.info('anchor.mined', {
      network: chain.network,
      treeSize: mined.treeSize,
      block: found.blockNumber,
    });
    return settleNow(ports, chain);
  }
  const newest = attempts.at(-1);
  if (newest === undefined) return;
  const waitedMs = ports.now().getTime() - newest.signedAt.getTime();
  if (waitedMs > rules.bumpAfterMs) return replace(ports, chain, newest);
  if (found.state === 'unknown') await send(ports, chain, newest);
}

/** Saves waiting one more round where a chain is final at once. */
async function settleNow(ports: AnchorPorts, chain: ChainDriver): Promise<void> {
  for (const anchor of await ports.anchors.unsettled(chain.network)) {
    if (anchor.state === 'mined') await settle(ports, chain, anchor);
  }
}

async function anchorNewest(ports: AnchorPorts, chain: ChainDriver, rules: AnchorRules): Promise<void> {
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  const last = await ports.anchors.newest(chain.network);
  if (checkpoint === undefined || (last !== undefined && last.treeSize >= checkpoint.size)) return;
  if (last !== undefined && ports.now().getTime() - last.signedAt.getTime() < rules.intervalMs) return;
  const nonce = await chain.nextNonce();
  const plan = await chain.plan(checkpoint.root, nonce);
  await writeAndSend(ports, chain, { ...plan, treeSize: checkpoint.size, root: checkpoint.root });
  // A chain that mines at once has it by now.
  const inFlight = (await ports.anchors.unsettled(chain.network)).filter(({ state }) => state !== 'mined');
  if (inFlight.length > 0) await follow(ports, chain, rules, inFlight);
}

/** The same nonce, higher fees, the newest root: a stuck transaction never holds later documents up. */
async function replace(ports: AnchorPorts, chain: ChainDriver, stuck: AnchorRow): Promise<void> {
  const checkpoint = (await ports.merkleLog.latestCheckpoint()) ?? { size: stuck.treeSize, root: stuck.root };
  const plan = await chain.plan(checkpoint.root, stuck.nonce, {
    maxFeePerGas: stuck.maxFeePerGas,
    maxPriorityFeePerGas: stuck.maxPriorityFeePerGas,
  });
  ports.log.warn('anchor.replaced', {
    network: chain.network,
    nonce: stuck.nonce,
    treeSize: checkpoint.size,
  });
  await writeAndSend(ports, chain, { ...plan, treeSize: checkpoint.size, root: checkpoint.root });
}

type PlannedAnchor = Awaited<ReturnType<ChainDriver['plan']>> & { treeSize: number; root: Uint8Array };

/**
 * Written down before it is sent: a crash in between leaves a signed transaction that the next round sends, never
 * one on the chain that nobody knows of, and never two for one nonce.
 */
async function writeAndSend(ports: AnchorPorts, chain: ChainDriver, planned: PlannedAnchor): Promise<void> {
  const anchor = await ports.anchors.writeDown({ ...planned, network: chain.network }, ports.now());
  await send(ports, chain, anchor);
}

async function send(ports: AnchorPorts, chain: ChainDriver, anchor: AnchorRow): Promise<void> {
  const outcome = await chain.submit(anchor.raw);
  if (outcome !== 'nonce_used') {
    await ports.anchors.markSent(anchor.id);
    return;
  }
  // Something with this nonce is on the chain. If it is one of ours, the next look finds it; if none of ours is
  // known there, the nonce went to a transaction that we did not sign, and these attempts can never be mined.
  const attempts = (await ports.anchors.unsettled(chain.network)).filter(
    ({ nonce }) => nonce === anchor.nonce,
  );
  const found = await chain.look(attempts.map(({ txHash }) => txHash));
  if (found.state !== 'unknown') return;
  ports.log.error('anchor.nonce-lost', { network: chain.network, nonce: anchor.nonce });
  await ports.anchors.markLost(attempts.map(({ id }) => id));
}
