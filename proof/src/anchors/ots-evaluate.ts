/** Evaluates OpenTimestamps trees, and merges a calendar's answer into the file that it completes. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { keccak256 } from '../crypto/keccak.ts';
import { concatBytes, encodeHex, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import {
  compareAttestations,
  compareOperations,
  decodeOtsTree,
  OTS_LIMITS,
  type OtsAttestation,
  type OtsFile,
  type OtsOperation,
  type OtsTree,
} from './ots.ts';

/** An attestation and the message it attests: for a block, the Merkle root that its header must contain. */
export type AttestedMessage = { attestation: OtsAttestation; message: Uint8Array };

/**
 * Every attestation of the file, except those reached through SHA-1, which is weak, or RIPEMD-160, which no engine here
 * computes.
 */
export async function evaluateOts(
  engine: CryptoEngine,
  { digest, tree }: OtsFile,
): Promise<readonly AttestedMessage[]> {
  const found = tree.attestations.map((attestation) => ({ attestation, message: digest }));
  const branches = await Promise.all(
    tree.branches.map(async ({ operation, tree: rest }) => {
      const message = await applyOperation(engine, operation, digest);
      return message === undefined ? [] : await evaluateOts(engine, { digest: message, tree: rest });
    }),
  );
  return [...found, ...branches.flat()];
}

/** The union of two trees over the same message; equal operations become one branch. */
export function mergeOtsTrees(a: OtsTree, b: OtsTree): OtsTree {
  const attestations = [...a.attestations];
  for (const attestation of b.attestations) {
    if (!attestations.some((known) => compareAttestations(known, attestation) === 0))
      attestations.push(attestation);
  }
  const branches = [...a.branches];
  for (const branch of b.branches) {
    const at = branches.findIndex(({ operation }) => compareOperations(operation, branch.operation) === 0);
    const known = branches[at];
    if (known === undefined) branches.push(branch);
    else branches[at] = { operation: known.operation, tree: mergeOtsTrees(known.tree, branch.tree) };
  }
  return { attestations, branches };
}

/**
 * Replaces every pending attestation of `uri` whose message is `commitment` by the calendar's answer. Returns undefined
 * if the file has none, so that an answer to another request changes nothing.
 */
export async function upgradeOts(
  engine: CryptoEngine,
  file: OtsFile,
  { uri, commitment, reply }: { uri: string; commitment: Uint8Array; reply: Uint8Array },
): Promise<OtsFile | undefined> {
  const completion = decodeOtsTree(reply);
  const tree = await replacePending(engine, file, (attestation, message) => {
    const isMeant = attestation.kind === 'pending' && attestation.uri === uri;
    return isMeant && equalBytes(message, commitment) ? completion : undefined;
  });
  return tree === undefined ? undefined : { digest: file.digest, tree };
}

/**
 * The file with only the attestations that `keep` accepts and the operations leading to them. Undefined if none
 * is left.
 */
export async function pruneOts(
  engine: CryptoEngine,
  { digest, tree }: OtsFile,
  keep: (attested: AttestedMessage) => boolean,
): Promise<OtsFile | undefined> {
  const attestations = tree.attestations.filter((attestation) => keep({ attestation, message: digest }));
  const branches: OtsTree['branches'][number][] = [];
  for (const { operation, tree: rest } of tree.branches) {
    const message = await applyOperation(engine, operation, digest);
    const kept = message && (await pruneOts(engine, { digest: message, tree: rest }, keep));
    if (kept !== undefined) branches.push({ operation, tree: kept.tree });
  }
  return attestations.length + branches.length === 0
    ? undefined
    : { digest, tree: { attestations, branches } };
}

type Replacement = (attestation: OtsAttestation, message: Uint8Array) => OtsTree | undefined;

/** Returns undefined if nothing was replaced. */
async function replacePending(
  engine: CryptoEngine,
  { digest, tree }: OtsFile,
  replace: Replacement,
): Promise<OtsTree | undefined> {
  let hasChanged = false;
  let result: OtsTree = { attestations: [], branches: [] };
  for (const attestation of tree.attestations) {
    const replacement = replace(attestation, digest);
    hasChanged ||= replacement !== undefined;
    result = mergeOtsTrees(result, replacement ?? { attestations: [attestation], branches: [] });
  }
  for (const { operation, tree: rest } of tree.branches) {
    const message = await applyOperation(engine, operation, digest);
    const changed = message && (await replacePending(engine, { digest: message, tree: rest }, replace));
    hasChanged ||= changed !== undefined;
    result = mergeOtsTrees(result, { attestations: [], branches: [{ operation, tree: changed ?? rest }] });
  }
  return hasChanged ? result : undefined;
}

/** Returns undefined for an operation that is not supported. */
async function applyOperation(
  engine: CryptoEngine,
  operation: OtsOperation,
  message: Uint8Array,
): Promise<Uint8Array | undefined> {
  const result = await runOperation(engine, operation, message);
  if (result !== undefined && result.length > OTS_LIMITS.messageBytes) {
    throw new ProofError('ots_malformed', 'an operation makes its message too long');
  }
  return result;
}

async function runOperation(
  engine: CryptoEngine,
  operation: OtsOperation,
  message: Uint8Array,
): Promise<Uint8Array | undefined> {
  switch (operation.name) {
    case 'append':
      return concatBytes(message, operation.argument);
    case 'prepend':
      return concatBytes(operation.argument, message);
    case 'sha256':
      return await engine.digest('SHA-256', message);
    case 'keccak256':
      return keccak256(message);
    case 'reverse':
      return Uint8Array.from(message).reverse();
    case 'hexlify':
      return encodeUtf8(encodeHex(message));
    case 'sha1':
    case 'ripemd160':
      return undefined;
  }
}
