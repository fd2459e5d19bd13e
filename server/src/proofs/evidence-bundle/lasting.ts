/**
 * Collects what makes the evidence of a certificate outlive the keys of its provider: stamped checkpoints of the log
 * that hold its leaf, and what issuers said about the revocation of the signers. Everything is checked as a stranger
 * would check it, before it is issued.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  acr2SeProfile,
  decodeTimestampResponse,
  encodeKeptAnswers,
  encodeRenewalProof,
  type KeptAnswer,
  type Lasting,
  type Renewal,
  type TimestampToken,
  type TrustProfile,
  verifyRenewal,
} from '@sello/proof';
import { leafFileOf } from '../../certificates/long-digests/leaf-file.ts';
import type { CheckpointStampStore, StampedCheckpoint } from '../../timestamps/checkpoints/ports.ts';
import type { KeptRevocationStore } from '../../timestamps/revocation/kept-ports.ts';
import { chainDigest } from '../../timestamps/signing-chain-digest.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { proveInclusion } from '../../transparency/sequence-log.ts';
import { leafSchemeOf, type ProofSubject } from '../blockchain-proof.ts';

export type LastingPorts = {
  merkleLog: MerkleLogStore;
  checkpointStamps: Pick<CheckpointStampStore, 'covering'>;
  keptRevocation: Pick<KeptRevocationStore, 'about'>;
  crypto: CryptoEngine;
};

export async function lastingOf(ports: LastingPorts, subject: ProofSubject): Promise<Lasting> {
  const { certificate, token } = subject;
  const own = tokenIn(token.tsr);
  const stamped = await stampedOver(ports, certificate);
  const renewals = await Promise.all(stamped.map((one) => describe(ports, subject, own, one)));
  const answers = [
    ...(await answersAbout(ports, token.chain, own)),
    ...(await Promise.all(renewals.map(({ tsr, chain }) => answersAbout(ports, chain, tokenIn(tsr))))).flat(),
  ];
  const pem = encodeKeptAnswers(withoutTwins(answers));
  return { renewals, revocation: pem === '' ? undefined : Buffer.from(pem) };
}

/** The stamped checkpoints. A test certificate has none, because it must not look as if a provider had renewed it. */
async function stampedOver(
  ports: LastingPorts,
  { livemode, leafIndex }: ProofSubject['certificate'],
): Promise<StampedCheckpoint[]> {
  return livemode && leafIndex !== undefined ? ports.checkpointStamps.covering(leafIndex) : [];
}

async function describe(
  ports: LastingPorts,
  { certificate, token }: ProofSubject,
  own: TimestampToken,
  { treeSize, note, tsr, chain }: StampedCheckpoint,
): Promise<Renewal> {
  const index = certificate.leafIndex ?? 0;
  const tokenSha256 = await ports.crypto.digest('SHA-256', own.der);
  const file = leafFileOf(certificate.file);
  const scheme = await leafSchemeOf(ports, { ...file, tokenSha256 }, token);
  const path = await proveInclusion(ports, index, treeSize);
  const proof = encodeRenewalProof({ scheme, salt: token.salt, tokenSha256, index }, path, note);
  const renewal = { checkpoint: Buffer.from(note), tsr, chain, proof };
  const renewed = { token: own, fileSha256: file.fileSha256 };
  const { state, checks } = await verifyRenewal(ports.crypto, renewal, renewed, [acceptedBy(chain)], {});
  if (state === 'shown') return renewal;
  const failed = checks.filter(({ outcome }) => outcome !== 'pass').map(({ because }) => because);
  throw new Error(
    `The stamped checkpoint of ${treeSize} leaves does not hold ${certificate.id}: ${failed.join('; ')}`,
  );
}

/**
 * The profile by which a stored stamp is verified. Whether its root is trusted was decided when it was stamped; here
 * it only has to be the same stamp.
 */
function acceptedBy(chain: readonly Uint8Array[]): TrustProfile {
  const root = chain.at(-1);
  const { toleratedQuirks } = acr2SeProfile();
  const roots = root === undefined ? [] : [root];
  return { name: 'as kept', roots, policies: 'any', toleratedQuirks, accredited: false };
}

function answersAbout(
  ports: LastingPorts,
  chain: readonly Uint8Array[],
  { info }: TimestampToken,
): Promise<KeptAnswer[]> {
  return ports.keptRevocation.about(chainDigest(chain), info.genTime);
}

/** Removes answers that occur twice: both chains may have the same issuer, and so the same list. */
function withoutTwins(answers: readonly KeptAnswer[]): KeptAnswer[] {
  const byBytes = new Map(answers.map((answer) => [Buffer.from(answer.der).toString('base64'), answer]));
  return [...byBytes.values()];
}

function tokenIn(tsr: Uint8Array): TimestampToken {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new Error('A stored response contains no token');
  return token;
}
