/** Has the root of a hash tree stamped by the provider of a mode. */

import type { HashTree } from '@sello/proof';
import type { CheckpointStampId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { parseSha256Hex } from '../../kernel/sha256.ts';
import type { Stamp, Timestamps } from '../../timestamps/ports.ts';

/** The same order id gets the same root stamped, so that a provider that takes order ids charges once. */
export async function stampTree(
  { live, test }: Timestamps,
  { livemode }: Pick<Owner, 'livemode'>,
  orderId: CheckpointStampId,
  { root }: HashTree,
): Promise<Stamp> {
  const imprint = parseSha256Hex(Buffer.from(root).toString('hex'));
  if (imprint === undefined) throw new Error('The root of a tree is no SHA-256');
  return (livemode ? live : test).stamp(imprint, orderId);
}
