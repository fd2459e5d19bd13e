/**
 * What lots with own and with shared stamps have in common: the certificate of an item, and the pause after an outage.
 */

import type { CryptoEngine } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import { describe, tokenOf } from '../certify-file.ts';
import type { NewCertificate } from '../ports.ts';
import type { BatchItem } from './batch.ts';
import type { TakenLot } from './ports.ts';

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** When to try again. The pauses grow, and are never shorter than the provider or its breaker asks for. */
export function nextTry(now: Date, outages: number, errors: readonly (AppError | undefined)[]): Date {
  const grown = Math.min(SHORTEST_PAUSE_MS * 2 ** Math.min(outages, 20), LONGEST_PAUSE_MS);
  const asked = Math.max(0, ...errors.map((error) => (error?.retryAfterSeconds ?? 0) * 1_000));
  return new Date(now.getTime() + Math.max(grown, Math.min(asked, LONGEST_PAUSE_MS)));
}

/** The stamp of an item. If several files share it: how many, and the hashes that lead from the item to the stamp. */
type ItemStamp = { stamp: Stamp; shared?: { by: number; way: Uint8Array } };

export async function newCertificate(
  ports: { now: Clock; randomBytes: RandomBytes; crypto: CryptoEngine },
  { accountId, batch }: Pick<TakenLot, 'accountId' | 'batch'>,
  { id, sizeBytes, description, documentType, externalId, metadata = {}, ...item }: BatchItem,
  { stamp, shared }: ItemStamp,
): Promise<NewCertificate> {
  const texts = { description, documentType, externalId, metadata };
  const file = { ...item, ...texts, blob: undefined, sizeBytes, ...(shared && { sharedBy: shared.by }) };
  const certificate = describe(ports, batch, file, id, stamp);
  const token = await tokenOf(ports, certificate, stamp, shared?.way);
  return { accountId, keyId: batch.keyId, certificate, token };
}
