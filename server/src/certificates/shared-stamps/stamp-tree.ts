/** Has the root of a hash tree stamped by the provider of a mode. */

import type { HashTree } from '@sello/proof';
import type { CheckpointStampId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { parseSha256Hex } from '../../kernel/sha256.ts';
import type { Stamp, Timestamps } from '../../timestamps/ports.ts';

/** Has the root stamped under the id of its order, so that a provider that accepts order ids charges once per order. */
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
