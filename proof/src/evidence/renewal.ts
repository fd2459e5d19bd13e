/**
 * A time stamp renewed by the log: the leaf commits to the token, a checkpoint of the log holds the leaf, and the
 * checkpoint itself was stamped. So the token existed when the checkpoint was stamped, whatever happened to the token's
 * signer afterwards. RFC 3161 §4 (3) asks for each token to be stamped again; here one stamp of a checkpoint covers all
 * tokens in the log.
 */

import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { decodeCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts';
import { isLong, type LeafFile, type LeafScheme, leafHash, toLeafFile } from '../log/leaf.ts';
import { encodeLeafExtra, parseLeafExtra } from '../log/leaf-extra.ts';
import { verifyInclusion } from '../log/merkle.ts';
import { decodeNoteKey, nameKeys } from '../log/note-keys.ts';
import { verifyNote } from '../log/signed-note.ts';
import { decodeTlogText, encodeTlogText, type TlogProof } from '../log/tlog-text.ts';
import { ProofError } from '../proof-error.ts';
import type { TimestampToken } from '../timestamps/timestamp.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import { verifyTimestamp } from '../timestamps/timestamp-verify.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';

export type Renewal = {
  /** The exact bytes of the checkpoint's signed note, because these are what was stamped. */
  checkpoint: Uint8Array;
  /** The provider's response over the note. */
  tsr: Uint8Array;
  /** DER certificates from the stamp's signer up to the root. They are not trusted. */
  chain: readonly Uint8Array[];
  /** A tlog-proof that the leaf of the token is in the tree of this checkpoint. */
  proof: Uint8Array;
};

/**
 * `shown`: every check holds. `untrusted`: the stamp leads to none of the verifier's roots, so it shows nothing.
 * `contradicted`: a check failed.
 */
export type ShownRenewal = {
  state: 'shown' | 'untrusted' | 'contradicted';
  stamp: TimestampVerdict;
  checks: readonly CheckOutcome<string>[];
};

/** The document's token, and the SHA-256 of the document. The leaf is made from both. */
type RenewedToken = { token: TimestampToken; fileSha256: Uint8Array | undefined };

/** Two providers' clocks may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Writes the proof of a renewal as a tlog-proof. Its extra data are the leaf's form, the salt and the token's digest,
 * as in other tlog-proofs of this log.
 */
export function encodeRenewalProof(
  leaf: { scheme: LeafScheme; salt: Uint8Array; tokenSha256: Uint8Array; index: number },
  path: readonly Uint8Array[],
  note: string,
): Uint8Array {
  const extra = encodeLeafExtra(leaf);
  return encodeUtf8(encodeTlogText({ extra, index: leaf.index, path, note }));
}

/** `prefix` distinguishes the checks of several renewals. */
export async function verifyRenewal(
  engine: CryptoEngine,
  renewal: Renewal,
  renewed: RenewedToken,
  trust: readonly TrustProfile[],
  { logKeys, prefix = '' }: { logKeys?: readonly string[] | undefined; prefix?: string },
): Promise<ShownRenewal> {
  const value = await engine.digest('SHA-256', renewal.checkpoint);
  const expected = { digest: { algorithm: 'SHA-256', value } } as const;
  const stamp = await verifyTimestamp(engine, renewal.tsr, expected, trust, { certificates: renewal.chain });
  const checks = [
    checkStamp(stamp, renewed.token),
    await checkEntry(engine, renewal, renewed),
    ...(logKeys === undefined ? [] : [await checkKey(engine, renewal, logKeys)]),
  ];
  const isContradicted = checks.some(({ outcome }) => outcome === 'fail');
  const isTrusted = checks.every(({ outcome }) => outcome === 'pass');
  return {
    state: isContradicted ? 'contradicted' : isTrusted ? 'shown' : 'untrusted',
    stamp,
    checks: checks.map((check) => ({ ...check, name: `${prefix}${check.name}` })),
  };
}

/** A stamp by an unknown authority leaves the renewal untrusted. A stamp that fails its own checks is a forgery. */
function checkStamp(stamp: TimestampVerdict, { info }: TimestampToken): CheckOutcome<string> {
  const failed = stamp.checks.filter(({ outcome }) => outcome === 'fail');
  const reasons = failed.map(({ name, because }) => `${name}: ${because}`).join('; ');
  const holds = ['imprint', 'message_digest', 'signature'].every((wanted) =>
    stamp.checks.some(({ name, outcome }) => name === wanted && outcome === 'pass'),
  );
  const unchecked = stamp.checks.find(({ isUncheckable }) => isUncheckable === true);
  if (failed.length === 0 && unchecked !== undefined) return skip('checkpoint_stamp', unchecked.because);
  if (stamp.token === undefined || !holds) return fail('checkpoint_stamp', reasons);
  const { genTime, genTimeText } = stamp.token.info;
  if (genTime.getTime() + CLOCK_TOLERANCE_MS < info.genTime.getTime()) {
    return fail('checkpoint_stamp', `the checkpoint was stamped on ${genTimeText}, before the token in it`);
  }
  if (stamp.verdict !== 'trusted') {
    return skip('checkpoint_stamp', 'the stamp over the checkpoint leads to no root that is trusted here');
  }
  return pass('checkpoint_stamp', `the checkpoint was stamped on ${genTimeText} by ${signerOf(stamp)}`);
}

async function checkEntry(
  engine: CryptoEngine,
  renewal: Renewal,
  { token, fileSha256 }: RenewedToken,
): Promise<CheckOutcome<string>> {
  try {
    const { checkpoint, proof } = readFiles(renewal);
    const tokenSha256 = await engine.digest('SHA-256', token.der);
    const stated = parseLeafExtra(proof.extra);
    if (stated === undefined || !equalBytes(stated.tokenSha256, tokenSha256)) {
      return fail('checkpoint_entry', 'the proof for the checkpoint is about another time-stamp token');
    }
    const file = isLong(stated.scheme) ? stampedFile(token) : fileSha256 && { fileSha256 };
    if (file === undefined) {
      return skip('checkpoint_entry', 'the entry is made of a SHA-256; give the file, or its SHA-256');
    }
    const leaf = await leafHash(engine, stated.scheme, { salt: stated.salt, ...file, tokenSha256 });
    const { index, path } = proof;
    const { size, root, origin } = checkpoint;
    return (await verifyInclusion(engine, { leaf, index, size, path }, root))
      ? pass('checkpoint_entry', `the leaf is number ${index} of ${size} in the log ${origin}`)
      : fail('checkpoint_entry', 'the path does not lead from the leaf to the root');
  } catch (error) {
    return failedBy('checkpoint_entry', error);
  }
}

/** A leaf of the form v3 names the file by the digest that the time stamp covers. */
function stampedFile({ info: { imprint } }: TimestampToken): LeafFile {
  const { algorithm, digest } = imprint;
  if (algorithm === undefined)
    throw new ProofError('timestamp_malformed', 'the time stamp is of a weak or unknown digest');
  return toLeafFile(algorithm, digest);
}

/** The note must be the same in both files, so that the path leads to the note that was stamped. */
function readFiles({ checkpoint, proof }: Renewal): { checkpoint: SignedCheckpoint; proof: TlogProof } {
  const note = parseUtf8(checkpoint);
  const text = parseUtf8(proof);
  if (note === undefined || text === undefined) {
    throw new ProofError('checkpoint_malformed', 'the checkpoint is not text');
  }
  const read = decodeTlogText(text);
  if (read.note !== note) {
    throw new ProofError('checkpoint_malformed', 'the proof is for another checkpoint than the stamped one');
  }
  return { checkpoint: decodeCheckpoint(note), proof: read };
}

async function checkKey(
  engine: CryptoEngine,
  renewal: Renewal,
  logKeys: readonly string[],
): Promise<CheckOutcome<string>> {
  try {
    const { checkpoint } = readFiles(renewal);
    const keys = await Promise.all(logKeys.map((key) => decodeNoteKey(engine, key)));
    const ofThisLog = keys.filter(({ name }) => name === checkpoint.origin);
    const signers = await verifyNote(engine, checkpoint.note, ofThisLog);
    if (signers === 'forged') return fail('checkpoint_key', 'a signature is not by the key that it names');
    return signers.length > 0
      ? pass('checkpoint_key', `signed by the log ${checkpoint.origin} with ${nameKeys(signers)}`)
      : fail('checkpoint_key', `none of the given keys signed for the log ${checkpoint.origin}`);
  } catch (error) {
    return failedBy('checkpoint_key', error);
  }
}

export function signerOf({ chain }: TimestampVerdict): string {
  return `"${chain[0]?.subject.commonName ?? chain[0]?.subject.text ?? ''}"`;
}
