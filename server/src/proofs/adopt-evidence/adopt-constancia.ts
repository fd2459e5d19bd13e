/**
 * Makes a certificate from a constancia that another provider issued. It is handled like every certificate, with the
 * given token in place of a bought one: leaf, log, anchor and renewals are the same. Nothing is used up before the
 * constancia is judged. A crash leaves the same traces as a crash during an upload (`certificates/certify-file.ts`).
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { ReceivedFile } from '../../certificates/certify-file.ts';
import { certifyReceived, type UploadPorts } from '../../certificates/upload/certify-upload.ts';
import { AppError } from '../../kernel/errors.ts';
import type { OpenedTimestamps } from '../../timestamps/open-timestamps.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import { chainOf } from '../verify-evidence/examine-stamp.ts';
import type { EvidenceVerifier } from '../verify-evidence/material.ts';
import { type Received, readHandedIn } from './read-handed-in.ts';

export type AdoptPorts = UploadPorts &
  Pick<OpenedTimestamps, 'adoption'> & { evidenceVerifier: EvidenceVerifier };

export async function adoptConstancia(
  ports: AdoptPorts,
  site: RecordSite,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Parameters<typeof certifyReceived>[4],
): Promise<void> {
  await certifyReceived(ports, site, request, reply, upload, async (incoming) => {
    const received = await readHandedIn(request, reply, incoming);
    return { ...received.file, adopted: await judged(ports, upload.uploader.accountId, received) };
  });
}

async function judged(ports: AdoptPorts, holder: string, { evidence, file }: Received): Promise<Stamp> {
  const stamp = await examined(ports, holder, evidence, file);
  const report = await ports.adoption.checkRevocation(chainOf(stamp.chain), new Date(stamp.facts.genTime));
  if (report.outcome === 'revoked') throw evidenceInvalid('timestamp.revocation', report.because);
  if (report.outcome !== 'unknown') return stamp;
  const warnings = [...stamp.facts.warnings, { code: 'revocation_unknown', message: report.because }];
  return { ...stamp, facts: { ...stamp.facts, warnings } };
}

async function examined(
  { evidenceVerifier, adoption, now }: AdoptPorts,
  holder: string,
  evidence: Received['evidence'],
  { sha256 }: ReceivedFile,
): Promise<Stamp> {
  const found = await evidenceVerifier.examine(holder, {
    sha256: Uint8Array.from(Buffer.from(sha256, 'hex')),
    evidence,
    trust: adoption.trust,
    now: now(),
  });
  if ('refused' in found) throw new AppError('validation_failed', found.refused);
  if ('failed' in found) throw evidenceInvalid(found.failed.check, found.failed.because);
  const { tsr, tokenSha256, chain, facts } = found;
  return {
    tsr: bytesOf(tsr),
    tokenSha256: bytesOf(tokenSha256),
    chain: chain.map(bytesOf),
    facts: { ...facts, accuracyMs: facts.accuracyMs },
  };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

function evidenceInvalid(check: string, because: string): AppError {
  return new AppError('evidence_invalid', {
    en: `The constancia does not verify: ${check} fails (${because}). Nothing was used up.`,
    es: `La constancia no se verifica: falla ${check} (${because}). No se consumió nada.`,
  });
}
