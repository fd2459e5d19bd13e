/**
 * Checks proofs that were issued as final. Each must encode to the same bytes again, verify, and belong to its
 * certificate.
 */

import type { CryptoEngine, NoteKey } from '@sello/proof';
import {
  decodeCheckpoint,
  decodeProofXml,
  decodeTimestampResponse,
  decodeWitnessKey,
  encodeProofXml,
  equalBytes,
  ProofError,
  verifyBlockchainProof,
  verifyCosignatures,
} from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { readCosigners } from '../../transparency/check/pg-read-cosignatures.ts';
import { type KeptProof, readKeptProofs } from './pg-read-proofs.ts';

type Needs = {
  crypto: CryptoEngine;
  /** The log. Undefined if there is none yet, or if one of its keys cannot be read. */
  log: { origin: string; vkeys: readonly string[] } | undefined;
};

export const checkProofs: Check<Needs> = {
  name: 'proofs: final proofs',
  async *find(check) {
    const cosigners = await readCosignerKeys(check.crypto, check.snapshot);
    for await (const batch of readKeptProofs(check.snapshot)) {
      for (const kept of batch) {
        const { where } = kept;
        const because = await faultOf(check, cosigners, kept);
        if (because !== undefined) yield problem('proof_invalid', where, `Its final proof ${because}.`);
        else if (!isDescribedAlike(kept)) {
          const message = 'Its final proof describes the chain differently from how it is described now.';
          yield { level: 'note', code: 'proof_described', where, message };
        }
        await check.takeBreak();
      }
    }
  },
};

const ID = ['account_id', 'certificate_id'];

export const checkStrayProofs = compareRows('proofs: proofs of no certificate', [
  {
    code: 'proof_stray',
    message: 'A final proof belongs to no certificate',
    of: rowsOf('certificate_proofs', ID, ID.join(', ')),
    sql: `select p.account_id || ' ' || p.certificate_id as where_ids, 'a proof without a certificate' as told
            from piece p left join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
           where c.account_id is null`,
  },
]);

/** The keys of the witnesses that can be read. Cosignatures by others cannot be checked. */
async function readCosignerKeys(crypto: CryptoEngine, snapshot: Snapshot): Promise<NoteKey[]> {
  const keys = (await readCosigners(snapshot)).map((vkey) => decodeWitnessKey(crypto, vkey));
  return (await Promise.allSettled(keys)).flatMap((key) => (key.status === 'fulfilled' ? key.value : []));
}

async function faultOf(
  check: Needs,
  cosigners: readonly NoteKey[],
  kept: KeptProof,
): Promise<string | undefined> {
  if (kept.of === undefined) return 'is of a certificate that does not exist';
  if (kept.anchor?.state !== 'final')
    return `rests on anchor ${kept.anchorId}, which does not exist or is not final`;
  try {
    return (
      identityFault(check, kept) ??
      (await verdictFault(check, kept)) ??
      (await cosignatureFault(check, cosigners, kept))
    );
  } catch (error) {
    if (error instanceof ProofError) return `cannot be read: ${error.message}`;
    throw error;
  }
}

function identityFault({ log }: Needs, { xml, certificateId, of, anchor }: KeptProof): string | undefined {
  const proof = decodeProofXml(xml);
  const [shown] = proof.anchors;
  if (!equalBytes(encodeProofXml(proof), xml)) return 'is not canonically encoded';
  if (proof.certificate.id !== certificateId) return `belongs to ${proof.certificate.id}`;
  if (proof.certificate.issuer !== log?.origin) return 'names a different log';
  if (proof.status !== 'final') return `states that it is ${proof.status}`;
  if (proof.checkpoint.path.leafIndex !== of?.place) return 'names a different place in the log';
  const isSame =
    shown?.kind === 'ethereum' &&
    anchor !== undefined &&
    shown.network === anchor.network &&
    shown.path.treeSize === anchor.treeSize &&
    equalBytes(shown.transaction.hash, anchor.txHash);
  return isSame ? undefined : 'shows a different anchor than the one it was made from';
}

async function verdictFault({ crypto, log }: Needs, { xml, of }: KeptProof): Promise<string | undefined> {
  const { token } = decodeTimestampResponse(of?.tsr ?? new Uint8Array(0));
  const expected = {
    fileSha256: of?.file.fileSha256 ?? new Uint8Array(0),
    longDigest: async () => of?.file.fileDigest?.value ?? new Uint8Array(0),
    tokenSha256: await crypto.digest('SHA-256', token?.der ?? new Uint8Array(0)),
    ...(token && { stampedAt: token.info.genTime }),
  };
  const logKeys = log?.vkeys ?? [];
  const { verdict, checks } = await verifyBlockchainProof(crypto, xml, expected, { logKeys });
  if (verdict === 'consistent') return undefined;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  return `does not verify: ${failed.map(({ name, because }) => `${name} (${because})`).join('; ')}`;
}

/**
 * What is wrong with the signature lines. A verifier ignores lines of unknown keys. Here all keys are known, so any
 * other line was changed.
 */
async function cosignatureFault(
  { crypto }: Needs,
  cosigners: readonly NoteKey[],
  { xml }: KeptProof,
): Promise<string | undefined> {
  const { origin, note } = decodeCheckpoint(decodeProofXml(xml).checkpoint.note);
  const lines = note.signatures.filter(({ keyName }) => keyName !== origin);
  if (lines.length === 0) return undefined;
  const found = await verifyCosignatures(crypto, note, cosigners);
  return found !== 'forged' && found.length === lines.length
    ? undefined
    : 'has a cosignature that is by no witness of the log';
}

/**
 * Whether the proof describes its chain as the database does now. A difference may be no fault: the operator may have
 * changed the finality rule since.
 */
function isDescribedAlike({ xml, chain }: KeptProof): boolean {
  return decodeProofXml(xml).anchors.every(
    ({ trust, finality }) => chain === undefined || (chain.trust === trust && chain.finality === finality),
  );
}
