/**
 * Checks the stamps of OpenTimestamps calendars. Each file must start at the root of a checkpoint and lead to the
 * block in its row.
 */

import { createHash } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  decodeOtsFile,
  encodeOtsFile,
  equalBytes,
  evaluateOts,
  type OtsFile,
  ProofError,
} from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { readCalendarStamps, type StoredCalendarStamp } from './pg-read-calendars.ts';

type Needs = { crypto: CryptoEngine };

export const checkCalendarStamps: Check<Needs> = {
  name: 'anchoring: stamps of calendars',
  async *find({ snapshot, crypto }) {
    for await (const batch of readCalendarStamps(snapshot)) {
      for (const stamp of batch) {
        const because = await faultOf({ crypto }, stamp);
        if (because !== undefined)
          yield problem('calendar_stamp', `stamp ${stamp.id}`, `This stamp ${because}.`);
      }
    }
  },
};

async function faultOf(check: Needs, stamp: StoredCalendarStamp): Promise<string | undefined> {
  const { root, signedRoot, state, pending, complete } = stamp;
  if (!stamp.isOfKnownCalendar) return 'is of an unknown calendar';
  if (signedRoot === undefined || !equalBytes(signedRoot, root))
    return 'covers a root that the log did not sign';
  if ((state === 'written') !== (pending === undefined)) return `does not match the state "${state}"`;
  try {
    if (pending === undefined) return undefined;
    const promised = await promiseIn(check, stamp, pending);
    if (typeof promised === 'string') return promised;
    return complete === undefined ? undefined : await blockFault(check, stamp, promised, complete);
  } catch (error) {
    if (error instanceof ProofError) return `cannot be read: ${error.message}`;
    throw error;
  }
}

/** The message that the calendar promised to put into a block, or what is wrong. */
async function promiseIn(
  { crypto }: Needs,
  stamp: StoredCalendarStamp,
  bytes: Uint8Array,
): Promise<Uint8Array | string> {
  const file = decodeOtsFile(bytes);
  const fault = startFault(stamp, file, bytes);
  if (fault !== undefined) return fault;
  const [promised, ...others] = await evaluateOts(crypto, file);
  if (promised?.attestation.kind !== 'pending' || others.length > 0)
    return 'does not hold exactly one promise';
  return promised.message;
}

/**
 * Checks the start of a file: it must start at the root, hash it with the blinding nonce, and be encoded canonically.
 */
function startFault(
  { root, nonce }: StoredCalendarStamp,
  file: OtsFile,
  bytes: Uint8Array,
): string | undefined {
  if (!equalBytes(encodeOtsFile(file), bytes)) return 'is not canonically encoded';
  const [first, ...others] = file.tree.branches;
  const isBlinded =
    first?.operation.name === 'append' && equalBytes(first.operation.argument, nonce) && others.length === 0;
  return isBlinded && equalBytes(file.digest, root) ? undefined : 'does not start from its root and nonce';
}

async function blockFault(
  { crypto }: Needs,
  stamp: StoredCalendarStamp,
  promised: Uint8Array,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const file = decodeOtsFile(bytes);
  const fault = startFault(stamp, file, bytes);
  if (fault !== undefined) return fault;
  if (!(await passesThrough({ crypto }, file, promised))) return 'does not complete the promised stamp';
  const [attested, ...others] = await evaluateOts(crypto, file);
  const isNamed =
    attested?.attestation.kind === 'bitcoin' && attested.attestation.height === stamp.bitcoinHeight;
  if (!isNamed || others.length > 0) return 'leads to a different Bitcoin block';
  return stamp.header === undefined ? undefined : headerFault(stamp.header, attested.message);
}

/** Whether the operations of the file pass through this message. */
async function passesThrough(
  { crypto }: { crypto: CryptoEngine },
  { digest, tree }: OtsFile,
  message: Uint8Array,
): Promise<boolean> {
  if (equalBytes(digest, message)) return true;
  for (const { operation, tree: rest } of tree.branches) {
    const step = { digest, tree: { attestations: [], branches: [{ operation, tree: PROBE }] } };
    const [next] = await evaluateOts(crypto, step);
    if (
      next !== undefined &&
      (await passesThrough({ crypto }, { digest: next.message, tree: rest }, message))
    )
      return true;
  }
  return false;
}

const PROBE = { attestations: [{ kind: 'pending', uri: '' }], branches: [] } as const;

/**
 * Checks a Bitcoin header: the Merkle root is at octet 36, and the reversed hash must be below the target at octet
 * 72.
 */
function headerFault(header: Uint8Array, merkleRoot: Uint8Array): string | undefined {
  if (header.length !== 80 || !equalBytes(header.subarray(36, 68), merkleRoot)) {
    return 'names a block with a different Merkle root';
  }
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  const hash = BigInt(`0x${sha256(sha256(header)).reverse().toString('hex')}`);
  const bits = new DataView(header.buffer, header.byteOffset).getUint32(72, true);
  const target = BigInt(bits & 0xff_ff_ff) << BigInt(8 * Math.max((bits >>> 24) - 3, 0));
  return hash <= target ? undefined : 'names a block without the proof of work that Bitcoin requires';
}
