/** The step of certifying a file that waits for its part of a shared stamp. */

import { createHash } from 'node:crypto';
import type { IncomingBlob } from '../../files/ports.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { CertificateStore, IdempotentRequest } from '../ports.ts';
import type { StampPart, StampWindows } from './ports.ts';

type JoinPorts = { stampWindows: StampWindows; certificates: Pick<CertificateStore, 'announce'> };

/**
 * Waits for the stamp, and then gives the file its final name, as for a stamp of its own. The file is synced to disk
 * first, so that a file that cannot be stored takes no place in the tree.
 */
export async function joinWindow(
  { stampWindows, certificates }: JoinPorts,
  { accountId, livemode }: Owner,
  { sha256, blob }: { sha256: Sha256Hex | undefined; blob: IncomingBlob | undefined },
  request: IdempotentRequest | undefined,
  gone: AbortSignal = new AbortController().signal,
): Promise<StampPart> {
  // The tree has only SHA-256, so callers who send a longer digest cannot ask for a shared stamp.
  if (sha256 === undefined) throw new Error('A file without its SHA-256 cannot share a stamp');
  await blob?.sync();
  const claim = request && claimOf(request);
  const part = await stampWindows.enter({ accountId, livemode, sha256, claim, gone });
  // Announced only now, because other commits wait for all calls that are announced.
  const hasCome = certificates.announce({ accountId, livemode });
  try {
    await blob?.keep();
    return part;
  } catch (error) {
    part.end(error);
    throw error;
  } finally {
    hasCome();
  }
}

/** Identifies a call with all its repetitions, and no other call. */
function claimOf({ operation, key, fingerprint }: IdempotentRequest): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([operation, key]))
    .update(fingerprint)
    .digest();
}
