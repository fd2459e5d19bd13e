/**
 * Follows sealed draws on their chain. It names the first block that may decide, and makes the draw once that block is
 * final. It runs in the process that anchors on the chain, because only that process has the chain open.
 *
 * Crash points. One statement names the block and fixes the document and the code of its certificate. After a kill
 * before that statement, the next round names a block again, above the tip of that moment. After a kill later,
 * `certify-draws.ts` certifies the fixed document, once for its code. Only final blocks can decide. The deciding block
 * is stored in one transaction with the reviews; after a kill before its commit the draw is still sealed, and the rule
 * chooses the same block again.
 */

import { decodeBlockHeader, equalBytes } from '@sello/proof';
import type { ChainBlock, ChainDriver } from '../../anchoring/chain-driver.ts';
import { newCode } from '../../certificates/certify-file.ts';
import type { Database, Query } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { readLook } from '../council/pg-council.ts';
import { tell } from '../events.ts';
import { note } from '../note-change.ts';
import { addDays } from '../standing/days.ts';
import type { Draw, DrawBlock } from './draw.ts';
import { blocksAhead, drawnPlaces, howMany, isLater } from './draw-rule.ts';
import { membershipsAt, readCommitments } from './pg-candidates.ts';
import {
  type DrawOfAccount,
  drawsOfChain,
  fixDocument,
  lockDraw,
  markDrawn,
  namesOfDraw,
} from './pg-follow-draws.ts';
import { insertReviews } from './pg-reviews.ts';
import { sealedDocument } from './sealed-document.ts';

export type FollowPorts = {
  records: Pick<Database, 'query' | 'transaction'>;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
  logger: Logger;
};

type Chain = Pick<
  ChainDriver,
  'network' | 'trust' | 'finality' | 'headNumber' | 'finalNumber' | 'blockAt' | 'isFinal'
>;

/**
 * `modes`: the modes whose draws this chain decides. Resolves to true if a draw waits for a block that does not exist
 * yet.
 */
export async function followDraws(
  ports: FollowPorts,
  chain: Chain,
  modes: readonly boolean[],
): Promise<boolean> {
  let isWaiting = false;
  for (const draw of await drawsOfChain(ports.records.query, chain.network, modes)) {
    if (!draw.isNamed) await nameBlock(ports, chain, draw);
    else if (!(await decide(ports, chain, draw))) isWaiting = true;
  }
  return isWaiting;
}

async function nameBlock(ports: FollowPorts, chain: Chain, drawOfAccount: DrawOfAccount): Promise<void> {
  const { owner } = drawOfAccount;
  const { network, trust, finality } = chain;
  // The list was frozen before the tip is read here, so nobody could know the deciding block and still change the list.
  const fromBlock = (await chain.headNumber()) + blocksAhead(trust);
  const rule = { network, trust, finality: finalityText(finality), fromBlock };
  await ports.records.transaction(async (query) => {
    const draw = await lockDraw(query, drawOfAccount, isUnnamed);
    if (draw === undefined) return;
    const { name: council } = await readLook({ query }, owner.accountId);
    const names = { council, ...(await namesOfDraw(query, draw)) };
    const document = sealedDocument(owner, draw, names, rule, await readCommitments(query, draw.id));
    await fixDocument(query, draw.id, rule, { code: newCode(ports), document, at: ports.now() });
  });
}

function isUnnamed({ status, documentSha256 }: Draw): boolean {
  return status === 'sealing' && documentSha256 === undefined;
}

function finalityText(finality: ChainDriver['finality']): string {
  return 'tag' in finality ? finality.tag : `depth:${finality.depth}`;
}

/** True if the draw was decided or can no longer be decided. */
async function decide(ports: FollowPorts, chain: Chain, drawOfAccount: DrawOfAccount): Promise<boolean> {
  const { owner, drawId } = drawOfAccount;
  const seen = await ports.records.transaction((query) => lockDraw(query, drawOfAccount, isSealed));
  if (seen === undefined) return true;
  const block = await findBlock(chain, seen);
  if (block === undefined) return false;
  const drawn = await ports.records.transaction(async (query) => {
    const draw = await lockDraw(query, drawOfAccount, isSealed);
    return draw && writeResult(ports, query, owner, draw, block);
  });
  if (drawn !== undefined) ports.logger.info('draw.drawn', { id: drawId, block: block.number, drawn });
  return true;
}

function isSealed({ status }: Draw): boolean {
  return status === 'sealed';
}

/**
 * The first final block that the rule allows, found by binary search, because block times never go back. Undefined if
 * there is none yet, or if the chain was reorganised between two answers; the next round looks again.
 */
async function findBlock(chain: Chain, draw: Draw): Promise<DrawBlock | undefined> {
  const { blockRule, stampedAt } = draw;
  if (blockRule === undefined || stampedAt === undefined) throw new Error(`${draw.id} is not sealed`);
  const isLateEnough = (block: ChainBlock | undefined) =>
    block !== undefined && isLater(block.timeSeconds, stampedAt);
  let [low, high] = [blockRule.fromBlock, await chain.finalNumber()];
  if (high < low || !isLateEnough(await chain.blockAt(high))) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isLateEnough(await chain.blockAt(middle))) high = middle;
    else low = middle + 1;
  }
  const block = await chain.blockAt(low);
  if (block === undefined || !isLateEnough(block)) return undefined;
  const previous = low > blockRule.fromBlock ? await chain.blockAt(low - 1) : undefined;
  if (isLateEnough(previous) || !isParent(previous, block)) return undefined;
  if ((await chain.isFinal(block.number, block.hash)) !== true) return undefined;
  return toDrawBlock(block, previous);
}

function isParent(previous: ChainBlock | undefined, block: ChainBlock): boolean {
  if (previous === undefined || block.header === undefined) return true;
  return equalBytes(decodeBlockHeader(block.header).parentHash, previous.hash);
}

function toDrawBlock(block: ChainBlock, previous: ChainBlock | undefined): DrawBlock {
  return {
    number: block.number,
    hash: block.hash,
    time: new Date(block.timeSeconds * 1000),
    header: block.header,
    notShown: block.header === undefined ? block.because : undefined,
    previous: previous?.header,
  };
}

/** Stores block and reviews together. Resolves with how many were drawn. */
async function writeResult(
  { now, newId }: FollowPorts,
  query: Query,
  owner: Owner,
  draw: Draw,
  block: DrawBlock,
): Promise<number> {
  const at = now();
  const tools = { query, now: () => at };
  const commitments = await readCommitments(query, draw.id);
  const places = await drawnPlaces(block.hash, commitments, howMany(commitments.length, draw));
  const memberships = await membershipsAt(query, draw.id, places);
  // Sorted, so that lists show reviews in the order of the draw.
  const ids = places.map(() => newId('rvw')).sort();
  const reviews = places.map((place, index) => {
    const [found, id] = [memberships.get(place), ids[index]];
    if (found === undefined || id === undefined) throw new Error(`${draw.id} has no candidate at ${place}`);
    return { id, place, rank: index + 1, ...found };
  });
  const dueOn = addDays(await todayOf(tools, owner), draw.evidenceDays);
  await markDrawn(query, draw.id, block, { dueOn, at });
  await insertReviews(query, owner, { drawId: draw.id, dueOn, at }, reviews);
  const details = { number: draw.number, block: block.number, drawn: reviews.length };
  await note(tools, sealerOf(owner, draw), 'draw.draw', draw.id, details);
  const data = { id: draw.id, object: 'draw', program_id: draw.programId, number: draw.number };
  await tell(tools, owner, [
    { type: 'draw.drawn', data: { ...data, status: 'drawn', drawn: reviews.length, due_on: dueOn } },
    ...reviews.map(({ id, membershipId, memberId }) => ({
      type: 'review.drawn' as const,
      data: {
        id,
        object: 'review',
        draw_id: draw.id,
        membership_id: membershipId,
        member_id: memberId,
        status: 'open',
        due_on: dueOn,
      },
    })),
  ]);
  return reviews.length;
}

/** The service acts for the person who sealed the draw, so the audit log names that person as the actor. */
function sealerOf(owner: Owner, { id, sealedBy }: Pick<Draw, 'id' | 'sealedBy'>): Who {
  if (sealedBy === undefined) throw new Error(`${id} was sealed by nobody`);
  const by = { ...sealedBy, ip: undefined, userAgent: undefined };
  return { ...owner, by, keyId: undefined, may: () => false };
}
