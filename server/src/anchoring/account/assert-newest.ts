/**
 * Checks, before the next anchor, that the account has sent nothing since the last anchor that the database knows. If
 * it has, the database may have been rolled back, and a second history would be anchored over the first.
 */

import { decodeTransaction, encodeHex } from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import type { ChainDriver, SentTransaction } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import type { AnchorRow } from '../ports.ts';
import type { SignedRoots } from './ports.ts';
import { findUnsigned } from './unsigned-anchors.ts';

/** How many transactions are looked at. The newest ones are enough. */
const MOST = 20;

/**
 * Rejects with `later_anchors` if the account has anchored something newer. Transactions that the node cannot show do
 * not stop anchoring. They are reported, and `sello fsck` tells more.
 */
export async function assertNewest(
  { anchors, logger }: { anchors: SignedRoots; logger: Logger },
  chain: Pick<ChainDriver, 'network' | 'address' | 'sent'>,
  last: AnchorRow,
  nextNonce: number,
): Promise<void> {
  const count = nextNonce - last.nonce - 1;
  if (count <= 0 || !isOf(chain.address, last)) return;
  const afterBlock = last.block?.blockNumber ?? 0;
  const nonces = Array.from({ length: Math.min(count, MOST) }, (_, i) => ({
    nonce: nextNonce - 1 - i,
    afterBlock,
  }));
  logger.warn('anchor.unknown_transactions', { network: chain.network, address: chain.address, count });
  const found = (await chain.sent(nonces)).filter((one): one is SentTransaction => !('notFound' in one));
  const [newest] = (await findUnsigned(anchors, found)).filter((one) => !one.isBeforeRestore);
  if (newest === undefined) return;
  const when = `in block ${newest.blockNumber} on ${newest.blockTime.toISOString()}`;
  throw new ChainFailure(
    'later_anchors',
    `${chain.address} has anchored, ${when}, a checkpoint that this database has not signed; nothing more is anchored here: see sello fsck, or set SELLO_CHAIN_ACCOUNT=shared if another service anchors with the same key`,
  );
}

/**
 * Whether this account sent the anchor. Another key may have paid for the last one, but the bytes show it: an anchor is
 * a transfer to its own sender.
 */
function isOf(address: string, { raw }: AnchorRow): boolean {
  const { to } = decodeTransaction(raw);
  return to !== undefined && `0x${encodeHex(to)}` === address;
}
