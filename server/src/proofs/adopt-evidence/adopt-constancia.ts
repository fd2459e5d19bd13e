/**
 * Makes a certificate from a constancia that another provider issued. It is handled like every certificate, with the
 * given token in place of a bought one: leaf, log, anchor and renewals are the same. Nothing is used up before the
 * constancia is judged. A crash leaves the same traces as a crash during an upload (`certificates/certify-file.ts`).
 */

import type { StrongHash } from '@sello/proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordSite } from '../../certificates/certificate-record.ts';
import { type LongDigests, whileUpgrading } from '../../certificates/long-digests/in-use.ts';
import { certifyReceived, type UploadPorts } from '../../certificates/upload/certify-upload.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseLongDigestHex } from '../../kernel/file-digest.ts';
import type { OpenedTimestamps } from '../../timestamps/open-timestamps.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import { chainOf } from '../verify-evidence/examine-stamp.ts';
import type { EvidenceVerifier } from '../verify-evidence/material.ts';
import { type Received, readHandedIn } from './read-handed-in.ts';

export type AdoptPorts = UploadPorts &
  Pick<OpenedTimestamps, 'adoption'> & { evidenceVerifier: EvidenceVerifier; longDigests: LongDigests };

export async function adoptConstancia(
  ports: AdoptPorts,
  site: RecordSite,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Parameters<typeof certifyReceived>[4],
): Promise<void> {
  await certifyReceived(ports, site, request, reply, upload, async (incoming) => {
    const received = await readHandedIn(request, reply, incoming);
    const { stamp, algorithm } = await judged(ports, upload.uploader.accountId, received);
    if (algorithm === 'SHA-256') return { ...received.file, adopted: stamp };
    // Only a file that was sent has digests of other algorithms.
    const longDigest = parseLongDigestHex(Buffer.from(received.longDigests[algorithm] ?? []).toString('hex'));
    if (longDigest === undefined) throw new Error('A stamp was compared with a digest that is not known');
    if (!(await ports.longDigests.mayBeUsed())) throw whileUpgrading();
    return { ...received.file, longDigest, adopted: stamp };
  });
}

type Judged = { stamp: Stamp; algorithm: StrongHash };

async function judged(ports: AdoptPorts, holder: string, received: Received): Promise<Judged> {
  const { stamp, algorithm } = await examined(ports, holder, received);
  const report = await ports.adoption.checkRevocation(chainOf(stamp.chain), new Date(stamp.facts.genTime));
  if (report.outcome === 'revoked') throw evidenceInvalid('timestamp.revocation', report.because);
  if (report.outcome !== 'unknown') return { stamp, algorithm };
  const warnings = [...stamp.facts.warnings, { code: 'revocation_unknown', message: report.because }];
  return { stamp: { ...stamp, facts: { ...stamp.facts, warnings } }, algorithm };
}

async function examined(
  { evidenceVerifier, adoption, now }: AdoptPorts,
  holder: string,
  { evidence, file: { sha256 }, longDigests }: Received,
): Promise<Judged> {
  const found = await evidenceVerifier.examine(holder, {
    digests: {
      ...(sha256 && { 'SHA-256': Uint8Array.from(Buffer.from(sha256, 'hex')) }),
      ...longDigests,
    },
    evidence,
    trust: adoption.trust,
    now: now(),
  });
  if ('refused' in found) throw new AppError('validation_failed', found.refused);
  if ('failed' in found) throw evidenceInvalid(found.failed.check, found.failed.because);
  const { tsr, tokenSha256, chain, facts, algorithm } = found;
  const stamp = {
    tsr: bytesOf(tsr),
    tokenSha256: bytesOf(tokenSha256),
    chain: chain.map(bytesOf),
    facts: { ...facts, accuracyMs: facts.accuracyMs },
  };
  return { stamp, algorithm };
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
