/** Proofs that were handed out as final: they read back to the very same bytes, hold, and are their certificate's. */

import type { CryptoEngine } from '@sello/proof';
import {
  decodeProofXml,
  decodeTimestampResponse,
  encodeProofXml,
  equalBytes,
  ProofError,
  verifyBlockchainProof,
} from '@sello/proof';

import type { LogIdentity } from '../../transparency/sequence-log.ts';
import type { Finding, FsckReads, KeptProof } from './ports.ts';

type ProofCheck = { crypto: CryptoEngine } & {
  reads: FsckReads;
  log: Pick<LogIdentity, 'origin' | 'vkey'> | undefined;
};

export async function* checkProofs(check: ProofCheck): AsyncGenerator<Finding> {
  for await (const batch of check.reads.keptProofs()) {
    for (const kept of batch) {
      const because = await faultOf(check, kept);
      if (because !== undefined) {
        yield {
          level: 'problem',
          code: 'proof_invalid',
          where: kept.where,
          message: `Its final proof ${because}.`,
        };
      } else if (!isDescribedAlike(kept)) {
        const message = 'Its final proof describes the chain otherwise than it is described now.';
        yield { level: 'note', code: 'proof_described', where: kept.where, message };
      }
    }
  }
}

async function faultOf(check: ProofCheck, kept: KeptProof): Promise<string | undefined> {
  if (kept.of === undefined) return 'is of no certificate that is there';
  if (kept.anchor?.state !== 'final')
    return `rests on anchor ${kept.anchorId}, which is not there or not final`;
  try {
    return identityFault(check, kept) ?? (await verdictFault(check, kept));
  } catch (error) {
    if (error instanceof ProofError) return `cannot be read: ${error.message}`;
    throw error;
  }
}

function identityFault(
  { log }: ProofCheck,
  { xml, certificateId, of, anchor }: KeptProof,
): string | undefined {
  const proof = decodeProofXml(xml);
  const [shown] = proof.anchors;
  if (!equalBytes(encodeProofXml(proof), xml)) return 'is not written as proofs are written';
  if (proof.certificate.id !== certificateId) return `is that of ${proof.certificate.id}`;
  if (proof.certificate.issuer !== log?.origin) return 'is of another log';
  if (proof.status !== 'final') return `says that it is ${proof.status}`;
  if (proof.checkpoint.path.leafIndex !== of?.place) return 'names another place in the log';
  const isSame =
    shown?.kind === 'ethereum' &&
    anchor !== undefined &&
    shown.network === anchor.network &&
    shown.path.treeSize === anchor.treeSize &&
    equalBytes(shown.transaction.hash, anchor.txHash);
  return isSame ? undefined : 'shows another anchor than it was made from';
}

async function verdictFault(
  { crypto, log }: ProofCheck,
  { xml, of }: KeptProof,
): Promise<string | undefined> {
  const { token } = decodeTimestampResponse(of?.tsr ?? new Uint8Array(0));
  const expected = {
    fileSha256: of?.sha256 ?? new Uint8Array(0),
    tokenSha256: await crypto.digest('SHA-256', token?.der ?? new Uint8Array(0)),
  };
  const logKeys = log === undefined ? [] : [log.vkey];
  const { verdict, checks } = await verifyBlockchainProof(crypto, xml, expected, { logKeys });
  if (verdict === 'consistent') return undefined;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  return `does not hold: ${failed.map(({ name, because }) => `${name} (${because})`).join('; ')}`;
}

/** An operator may call a chain's blocks final by another rule than when the proof was made. */
function isDescribedAlike({ xml, chain }: KeptProof): boolean {
  return decodeProofXml(xml).anchors.every(
    ({ trust, finality }) => chain === undefined || (chain.trust === trust && chain.finality === finality),
  );
}
