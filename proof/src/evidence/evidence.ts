/**
 * Verifies any evidence of a certificate: a file or its digest, a time stamp, a blockchain proof, a bundle, a record,
 * a receipt of the log, the time stamps inside a PDF, or an ASiC container.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { asicPart } from './asic-part.ts';
import { verifyXml } from './chain-part.ts';
import { constanciaInSealed } from './constancia.ts';
import { demandsOf } from './demands.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import { type EvidenceVerdict, judgeParts, type Part } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';
import { lastingPart } from './lasting-part.ts';
import { openContainer } from './open-container.ts';
import { pdfPart } from './pdf-part.ts';
import { receiptPart } from './receipt-part.ts';
import { recordPart } from './record-part.ts';
import { readToken, verifyStamp } from './stamp-part.ts';

export async function verifyEvidence(
  engine: CryptoEngine,
  evidence: Evidence,
  trust: readonly TrustProfile[],
): Promise<EvidenceVerdict> {
  const { proofs: unpacked, checks: containerChecks } = await openContainer(engine, evidence);
  const parts: Part[] = [containerPart(containerChecks)];
  const tsr = unpacked?.tsr ?? evidence.tsr;
  const xml = unpacked?.xml ?? evidence.xml;
  const certificates = [...(evidence.certificates ?? []), ...(unpacked?.chain ?? [])];
  parts.push(...besideBundle(evidence, { tsr, xml }));

  const { constancia, pdf, asic } = evidence;
  const ers = unpacked?.record ?? evidence.record;
  const about =
    evidence.digest === undefined && unpacked?.record ? { ...evidence, ...named(unpacked) } : evidence;
  const stamped = tsr && readToken(tsr);
  const record = ers && (await recordPart(engine, about, ers, trust, stamped));
  const shared = record?.shared;
  const stamp = tsr && (await verifyStamp(engine, about, tsr, { certificates, trust, shared }));
  if (stamp !== undefined) parts.push(stamp.part);
  const lasting = stamp && (await lastingPart(engine, about, stamp, unpacked, trust));
  if (lasting !== undefined) parts.push(lasting);
  const token = tsr === undefined ? record?.first : stamped;
  const chain = xml && (await verifyXml(engine, about, xml, { token, shared }));
  if (chain !== undefined) parts.push(chain.part);
  if (constancia !== undefined && constanciaInSealed(constancia) !== undefined)
    parts.push(...(await stampsOverConstancia(engine, evidence, constancia, trust)));
  if (record !== undefined) parts.push(record.part);
  const receipt = evidence.receipt && (await receiptPart(engine, evidence, evidence.receipt, token));
  if (receipt !== undefined) parts.push(receipt.part);
  const sealed = pdf && (await pdfPart(engine, evidence, pdf, trust));
  if (sealed !== undefined) parts.push(...sealed.parts);

  const contained = asic && (await asicPart(engine, evidence, asic, trust));
  if (contained !== undefined) parts.push(...contained.parts);

  const hasProof = [tsr, xml, ers, pdf, receipt, asic].some((proof) => proof !== undefined);
  const judged = judgeParts(parts, demandsOf(evidence, trust), hasProof);
  return {
    verdict: judged.verdict,
    accredited:
      judged.verdict === 'valid' &&
      (stamp?.accredited ?? sealed?.accredited ?? contained?.accredited ?? false),
    confirmed_by: judged.confirmed_by,
    checks: judged.checks,
    warnings: judged.warnings,
    claims: judged.claims,
    timestamp: stamp?.summary ?? sealed?.summary ?? contained?.summary,
    blockchain: chain?.summary,
    receipt: receipt?.summary,
  };
}

/**
 * The stamps inside a sealed constancia are over the PDF, not over the document, so they confirm nothing: anybody can
 * have a constancia of their own making stamped. They must still be valid.
 */
async function stampsOverConstancia(
  engine: CryptoEngine,
  { digest: _, ...evidence }: Evidence,
  pdf: Uint8Array,
  trust: readonly TrustProfile[],
): Promise<Part[]> {
  const { parts } = await pdfPart(engine, evidence, pdf, trust);
  return parts.map(({ checks, warnings }) => ({ checks, warnings, answers: [], reaches: [] }));
}

/** If no document was given, the fingerprint at which the container's record begins stands for the document. */
function named({ fileSha256 }: { fileSha256?: Uint8Array | undefined }): Pick<Evidence, 'digest'> {
  if (fileSha256 === undefined) return {};
  return { digest: async (algorithm) => (algorithm === 'SHA-256' ? fileSha256 : undefined) };
}

function containerPart(checks: readonly EvidenceCheck[]): Part {
  return { checks, warnings: [], answers: [], reaches: [] };
}

/** A proof given beside a bundle that has another proof would not be examined, so the two must be the same. */
function besideBundle(
  evidence: Evidence,
  checked: { tsr: Uint8Array | undefined; xml: Uint8Array | undefined },
): Part[] {
  return (['tsr', 'xml'] as const).flatMap((kind) => {
    const [given, used] = [evidence[kind], checked[kind]];
    if (given === undefined || used === undefined || equalBytes(given, used)) return [];
    const because = `the bundle holds another ${kind === 'tsr' ? 'time stamp' : 'blockchain proof'} than the one given beside it; check them one at a time`;
    return [
      {
        checks: [{ name: `bundle.${kind}`, outcome: 'fail', because }],
        warnings: [],
        answers: [],
        reaches: [],
      },
    ];
  });
}
