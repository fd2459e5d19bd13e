/**
 * Keeps the log anchored on one chain. One transaction at a time is on its way. It is stored before it is sent, and
 * followed until its block is final. Every step can be repeated: after a crash, the next process starts from what is
 * stored.
 */

import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import { assertNewest } from './account/assert-newest.ts';
import type { ChainDriver } from './chain-driver.ts';
import type { AnchorRow, ChainFacts, HeldAnchors } from './ports.ts';

export type AnchorRules = {
  /** The shortest time between two anchors. A longer time spreads the fee of a transaction over more documents. */
  intervalMs: number;
  /** A transaction that waits longer than this is replaced by one that pays more and carries the newest root. */
  bumpAfterMs: number;
  /** True if others send from this account too. Unknown transactions of the account then mean nothing. */
  isShared?: boolean;
  /** True if somebody waits for a new block on a chain that makes a block only when a transaction is sent. */
  isBlockWanted?: boolean;
};

type AnchorPorts = { anchors: HeldAnchors; merkleLog: MerkleLogStore; now: Clock; logger: Logger };

/** A pause: there is nothing to do on a chain until this time, or until the size of the log changes. */
export type Rest = { untilMs: number; logSize: number | undefined };

/** How many final anchors are rechecked. If the chain drops blocks, the newest anchors are affected first. */
const WATCHED_FINAL = 3;
/** How often the final anchors are rechecked. */
const LONGEST_REST_MS = 5_000;

export async function anchorCheckpoints(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
): Promise<Rest | undefined> {
  await ports.anchors.rememberChain(factsOf(chain), await chain.headNumber(), ports.now());
  await watchFinal(ports, chain);
  await settleMined(ports, chain);
  // The anchors are read again, because one that was mined a moment ago may be waiting for a block again and must use
  // its nonce first.
  const unsettled = await followAll(ports, chain, rules);
  if (unsettled.some(isInFlight)) return undefined;
  const rest = await anchorNewest(ports, chain, rules);
  return unsettled.length === 0 ? rest : undefined;
}

/**
 * Whether the pause goes on. Finding out takes one statement, while a round takes half a dozen and as many requests to
 * the chain.
 */
export async function restGoesOn(
  { merkleLog, now }: Pick<AnchorPorts, 'merkleLog' | 'now'>,
  { untilMs, logSize }: Rest,
): Promise<boolean> {
  if (now().getTime() >= untilMs) return false;
  return logSize === undefined || ((await merkleLog.latestCheckpoint())?.size ?? 0) === logSize;
}

function factsOf({ network, trust, finality }: ChainDriver): ChainFacts {
  return { network, trust, finality: 'tag' in finality ? finality.tag : `depth:${finality.depth}` };
}

async function settleMined(ports: AnchorPorts, chain: ChainDriver): Promise<void> {
  for (const anchor of await ports.anchors.unsettled(chain.network)) {
    if (anchor.state === 'mined') await settle(ports, chain, anchor);
  }
}

/**
 * Follows a mined anchor: it becomes final when the chain says so, and waits for a block again if its block is gone.
 */
async function settle(ports: AnchorPorts, chain: ChainDriver, anchor: AnchorRow): Promise<void> {
  if (anchor.block === undefined) return;
  const finality = await chain.isFinal(anchor.block.blockNumber, anchor.block.blockHash);
  if (finality === 'reorganised') return reorganised(ports, anchor);
  if (finality) {
    await ports.anchors.markFinal(anchor.id, ports.now());
    ports.logger.info('anchor.final', {
      network: anchor.network,
      treeSize: anchor.treeSize,
      block: anchor.block.blockNumber,
    });
  }
}

/**
 * Rechecks final anchors. If the chain drops final blocks all the same, certificates go back to anchoring for
 * everybody to see. If all rechecked anchors are gone, older ones may be gone too, so more are checked.
 */
async function watchFinal(ports: AnchorPorts, chain: ChainDriver): Promise<void> {
  for (;;) {
    const watched = await ports.anchors.newestFinal(chain.network, WATCHED_FINAL);
    let gone = 0;
    for (const anchor of watched) {
      if (anchor.block === undefined) continue;
      const finality = await chain.isFinal(anchor.block.blockNumber, anchor.block.blockHash);
      if (finality !== 'reorganised') continue;
      await reorganised(ports, anchor);
      gone += 1;
    }
    if (gone === 0 || gone < watched.length) return;
  }
}

async function reorganised(ports: AnchorPorts, anchor: AnchorRow): Promise<void> {
  await ports.anchors.markReorganised(anchor.id, ports.now());
  ports.logger.error('anchor.reorganised', {
    network: anchor.network,
    treeSize: anchor.treeSize,
    wasFinal: anchor.state === 'final',
  });
}

/**
 * Follows every nonce whose transaction is on its way. Usually there is one; after the chain has dropped blocks there
 * may be more. The lowest goes first, because the chain accepts no other before it. Returns all anchors that were not
 * yet final.
 */
async function followAll(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
): Promise<readonly AnchorRow[]> {
  const unsettled = await ports.anchors.unsettled(chain.network);
  const byNonce = Map.groupBy(unsettled.filter(isInFlight), ({ nonce }) => nonce);
  for (const nonce of [...byNonce.keys()].sort((a, b) => a - b)) {
    await follow(ports, chain, rules, byNonce.get(nonce) ?? []);
  }
  return unsettled;
}

function isInFlight({ state }: AnchorRow): boolean {
  return state !== 'mined';
}

/**
 * Follows all attempts of one nonce. The chain mines one of them; until then the newest is kept in the pool of the
 * node.
 */
async function follow(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
  attempts: readonly AnchorRow[],
): Promise<void> {
  const found = await chain.look(attempts.map(({ txHash }) => txHash));
  if (found.state === 'mined') {
    const mined = attempts.find(({ txHash }) => Buffer.compare(txHash, found.txHash) === 0);
    if (mined === undefined) throw new Error('The chain returned a transaction that was not asked for');
    // After a crash before this line, the same block is found again. The line stores the parts of the proof together
    // with the block.
    await ports.anchors.markMined(mined.id, found, await chain.prove(found), ports.now());
    ports.logger.info('anchor.mined', {
      network: chain.network,
      treeSize: mined.treeSize,
      block: found.blockNumber,
    });
    // On a chain whose blocks are final at once, this saves a round.
    return settleMined(ports, chain);
  }
  const newest = attempts.at(-1);
  if (newest === undefined) return;
  if (found.state === 'unknown' && (await chain.nextNonce()) > newest.nonce) {
    return giveUpIfSettled(ports, chain, attempts, newest.nonce);
  }
  const waitedMs = ports.now().getTime() - newest.signedAt.getTime();
  if (waitedMs > rules.bumpAfterMs) return replace(ports, chain, newest);
  if (found.state === 'unknown') await send(ports, chain, newest);
}

/**
 * Gives up a nonce that the chain has used, although the node knows none of our transactions with it. The node may lag
 * behind, so only a final block is trusted: an anchor that is given up too early is paid for twice.
 */
async function giveUpIfSettled(
  ports: AnchorPorts,
  chain: ChainDriver,
  attempts: readonly AnchorRow[],
  nonce: number,
): Promise<void> {
  if ((await chain.settledNonce()) <= nonce) return;
  ports.logger.error('anchor.nonce-lost', { network: chain.network, nonce });
  await ports.anchors.markLost(attempts.map(({ id }) => id));
}

async function anchorNewest(
  ports: AnchorPorts,
  chain: ChainDriver,
  rules: AnchorRules,
): Promise<Rest | undefined> {
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  const last = await ports.anchors.newest(chain.network);
  const now = ports.now().getTime();
  const untilMs = now + LONGEST_REST_MS;
  if (checkpoint === undefined) return { untilMs, logSize: 0 };
  // Anchoring the same checkpoint again does no harm, and its transaction makes the awaited block.
  const isAnchored = last !== undefined && last.treeSize >= checkpoint.size;
  if (isAnchored && rules.isBlockWanted !== true) return { untilMs, logSize: checkpoint.size };
  const dueMs = last === undefined ? now : last.signedAt.getTime() + rules.intervalMs;
  if (now < dueMs) return { untilMs: Math.min(untilMs, dueMs), logSize: undefined };
  const nonce = await chain.nextNonce();
  if (last !== undefined && !rules.isShared) await assertNewest(ports, chain, last, nonce);
  const plan = await chain.plan(checkpoint.root, nonce);
  await writeAndSend(ports, chain, { ...plan, treeSize: checkpoint.size, root: checkpoint.root });
  // A chain that mines at once has mined the transaction by now.
  await followAll(ports, chain, rules);
  return undefined;
}

/**
 * Replaces a stuck transaction by one with the same nonce, higher fees and the newest root, so that a stuck transaction
 * never delays later documents.
 */
async function replace(ports: AnchorPorts, chain: ChainDriver, stuck: AnchorRow): Promise<void> {
  const checkpoint = (await ports.merkleLog.latestCheckpoint()) ?? { size: stuck.treeSize, root: stuck.root };
  const plan = await chain.plan(checkpoint.root, stuck.nonce, {
    maxFeePerGas: stuck.maxFeePerGas,
    maxPriorityFeePerGas: stuck.maxPriorityFeePerGas,
  });
  ports.logger.warn('anchor.replaced', {
    network: chain.network,
    nonce: stuck.nonce,
    treeSize: checkpoint.size,
  });
  await writeAndSend(ports, chain, { ...plan, treeSize: checkpoint.size, root: checkpoint.root });
}

type PlannedAnchor = Awaited<ReturnType<ChainDriver['plan']>> & { treeSize: number; root: Uint8Array };

/**
 * Stores a transaction and then sends it. A crash in between leaves a signed transaction that the next round sends.
 * So every transaction on the chain is recorded here, and no nonce has two of them.
 */
async function writeAndSend(ports: AnchorPorts, chain: ChainDriver, planned: PlannedAnchor): Promise<void> {
  const anchor = await ports.anchors.writeDown({ ...planned, network: chain.network }, ports.now());
  await send(ports, chain, anchor);
}

async function send(ports: AnchorPorts, chain: ChainDriver, anchor: AnchorRow): Promise<void> {
  // If a transaction with this nonce is already on the chain, the next `look` shows whether it is one of ours.
  if ((await chain.submit(anchor.raw)) !== 'nonce_used') await ports.anchors.markSent(anchor.id);
}
