/** Keyed hashes of codes and of what they prove: six digits are guessed from a plain hash in no time. */

import { createHmac, hkdfSync } from 'node:crypto';
import type { AccountId } from '../../../kernel/ids.ts';
import { LASTING_KEY } from '../../../kernel/server-keys.ts';
import type { Tools } from '../../../operations/operation.ts';

export type MacOf = (...parts: readonly string[]) => Uint8Array;

export async function openEntranceMacs(
  { serverKeys }: Pick<Tools, 'serverKeys'>,
  accountId: AccountId,
): Promise<MacOf> {
  const lasting = await serverKeys.find(LASTING_KEY);
  if (lasting === undefined) throw new Error('The key that hashes codes of members is gone');
  const key = new Uint8Array(hkdfSync('sha256', lasting.secret, '', 'sello member codes 1', 32));
  return (...parts) =>
    createHmac('sha256', key)
      .update([accountId, ...parts].join('\n'))
      .digest();
}
