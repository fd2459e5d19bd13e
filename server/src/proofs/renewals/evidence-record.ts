/** The evidence record (RFC 4998) of a certificate as a file. It is checked first, as a stranger would check it. */

import {
  acr2SeProfile,
  type CryptoEngine,
  decodeEvidenceRecord,
  type LeafFile,
  type RecordVerdict,
  type TrustProfile,
  verifyEvidenceRecord,
} from '@sello/proof';
import { leafFileOf } from '../../certificates/long-digests/leaf-file.ts';
import type { ProofSubject } from '../blockchain-proof.ts';
import { deriveRecord } from './derive-record.ts';
import type { RenewalStore } from './ports.ts';
import { renewalsAt } from './renewals-at.ts';

export type RecordPorts = {
  renewals: Pick<RenewalStore, 'covering' | 'tile'>;
  crypto: CryptoEngine;
};

export async function evidenceRecord(
  ports: RecordPorts,
  { certificate, token }: ProofSubject,
): Promise<{ bytes: Uint8Array; isRenewed: boolean }> {
  const { crypto, renewals } = ports;
  const place = isRenewable(certificate) ? certificate.leafIndex : undefined;
  const { opened, chains } =
    place === undefined ? { opened: [], chains: [] } : await renewalsAt(crypto, renewals, place);
  const file = leafFileOf(certificate.file);
  const first = { tsr: token.tsr, file, way: token.way };
  const bytes = await deriveRecord(crypto, first, place ?? 0, opened);
  const { stamps } = await assertHolds(ports, certificate.id, bytes, file, [token.chain, ...chains]);
  return { bytes, isRenewed: stamps.length > 1 };
}

/** A test certificate is not renewed, because it must not look as if a provider had renewed it. */
function isRenewable({ livemode }: ProofSubject['certificate']): boolean {
  return livemode;
}

/**
 * The record is judged at the time of its last stamp. Whether each stamp was renewed early enough is left to the
 * verifier, who has the lists of revoked certificates. The data object of a later chain could only be checked with the
 * file, which is not read here; the leaf was compared instead.
 */
async function assertHolds(
  { crypto }: RecordPorts,
  id: string,
  bytes: Uint8Array,
  { fileSha256, fileDigest }: LeafFile,
  chains: readonly (readonly Uint8Array[])[],
): Promise<RecordVerdict> {
  const verdict = await verifyEvidenceRecord(
    crypto,
    bytes,
    {
      objects: [
        async (hash) =>
          hash === (fileDigest?.algorithm ?? 'SHA-256') ? (fileDigest?.value ?? fileSha256) : undefined,
      ],
      at: timeOfLast(bytes),
      certificates: chains.flat(),
    },
    chains.map(acceptedBy),
  );
  const isLeftOpen = (name: string) =>
    name === 'keys' || (name === 'object' && (verdict.record?.chains.length ?? 0) > 1);
  const failed = verdict.checks.filter(({ name, outcome }) => outcome === 'fail' && !isLeftOpen(name));
  if (failed.length === 0) return verdict;
  const reasons = failed.map(({ name, because }) => `${name}: ${because}`);
  throw new Error(`The evidence record of ${id} is not valid: ${reasons.join('; ')}`);
}

function timeOfLast(record: Uint8Array): Date {
  const last = decodeEvidenceRecord(record).chains.at(-1)?.stamps.at(-1);
  if (last === undefined) throw new Error('A record has no stamp');
  return last.token.info.genTime;
}

/** Whether the root is trusted was decided when the stamp was made; here it only has to be the same stamp. */
function acceptedBy(chain: readonly Uint8Array[], i: number): TrustProfile {
  const root = chain.at(-1);
  const { toleratedQuirks } = acr2SeProfile();
  const roots = root === undefined ? [] : [root];
  return { name: `as kept ${i}`, roots, policies: 'any', toleratedQuirks, accredited: false };
}
