/**
 * A block that holds a time stamp cannot be older than the stamp. Blocks and stamps use different clocks, so a block
 * may be earlier by the tolerance of both clocks, but no more: otherwise somebody could put today's stamp into an
 * invented block of last year.
 */

import { fail, pass, skip } from '../check-outcome.ts';
import type { AnchorCheck } from './anchor-checks.ts';
import type { Anchor } from './blockchain-proof.ts';
import { formatBlockTime } from './proof-xml.ts';

/** How far a provider's clock may be off for its stamp to be accepted. */
const STAMP_TOLERANCE_SECONDS = 5 * 60;

/**
 * Ethereum's nodes refuse blocks that are more than a few seconds ahead of their clocks. Bitcoin's nodes accept a block
 * up to two hours ahead of them, or as early as the median of the eleven blocks before it, which is about an hour back.
 */
const BLOCK_TOLERANCE_SECONDS = { ethereum: 5 * 60, opentimestamps: 2 * 60 * 60 } as const;

/** By how many seconds the block is earlier than the stamp, if that exceeds the tolerance of the clocks. */
export function secondsTooEarly(
  kind: Anchor['kind'],
  timeSeconds: number,
  stampedAt: Date,
): number | undefined {
  const earlierBy = Math.floor(stampedAt.getTime() / 1000) - timeSeconds;
  return earlierBy > STAMP_TOLERANCE_SECONDS + BLOCK_TOLERANCE_SECONDS[kind] ? earlierBy : undefined;
}

export function checkTimeOrder({ kind, block }: Anchor, stampedAt: Date | undefined): AnchorCheck {
  if (stampedAt === undefined) return skip('time_order', 'no time stamp was given to compare with');
  const earlierBy = secondsTooEarly(kind, block.timeSeconds, stampedAt);
  return earlierBy === undefined
    ? pass(
        'time_order',
        `the block of ${formatBlockTime(block.timeSeconds)} is not earlier than the time stamp`,
      )
    : fail(
        'time_order',
        `the block of ${formatBlockTime(block.timeSeconds)} is ${earlierBy} seconds earlier than the time stamp that it is said to hold`,
      );
}
