/** The evidence bundles of certificates, and an index of them. */

import { type Certificate, statusOf } from '../../certificates/certificate.ts';
import type { CertificateStore } from '../../certificates/ports.ts';
import { CSV_START, csvLine } from '../../http/csv.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Access } from '../../keys/ports.ts';
import { makeProofFile, type ProofPorts, type ProofSite } from '../fetch-proof.ts';

export type BundlePorts = Omit<ProofPorts, 'now'> & { access: Access; certificates: CertificateStore };

/** The most that one archive holds. */
export const MOST_BUNDLES = 10_000;

const INDEX_HEADER = [
  'id',
  'status',
  'bundle',
  'contains',
  'title',
  'document_type',
  'external_id',
  'file_name',
  'file_sha256',
  'psc',
  'gen_time',
  'created_at',
];

/**
 * Yields a bundle for each certificate, one after the other, and at the end `index.csv`, which lists what each
 * contains. The page that verifies is in the archive once and not in every bundle: ten thousand copies would be a
 * gigabyte.
 */
export async function* bundlesOf(
  ports: BundlePorts,
  site: ProofSite,
  owner: Owner,
  lots: AsyncIterable<readonly Certificate[]>,
): AsyncGenerator<{ name: string; content: Uint8Array }> {
  const lines = [CSV_START, csvLine(INDEX_HEADER)];
  const { verifyPage, ...rest } = site;
  const bundleSite = { ...rest, verifyPage: undefined };
  for await (const lot of lots) {
    for (const { id } of lot) {
      const found = await ports.access.read(
        owner.accountId,
        owner.livemode,
        ports.certificates.withToken(id),
      );
      if (found === undefined) throw new Error(`${id} has no time stamp`);
      const bundle = await makeProofFile(
        ports,
        bundleSite,
        { accountId: owner.accountId, ...found },
        'bundle',
        owner.accountId,
      );
      const name = `bundles/${bundle.fileName}`;
      lines.push(indexLine(found.certificate, name));
      yield { name, content: bundle.bytes };
    }
  }
  if (verifyPage !== undefined && lines.length > 2)
    yield { name: 'verify.html', content: verifyPage.content };
  yield { name: 'index.csv', content: Buffer.from(lines.join('')) };
}

/** A line of the index. A certificate that is not certified yet has a time stamp but no blockchain proof. */
function indexLine(certificate: Certificate, name: string): string {
  const status = statusOf(certificate);
  const { file, timestamp } = certificate;
  return csvLine([
    certificate.id,
    status,
    name,
    status === 'certified' ? 'time stamp, blockchain proof' : 'time stamp',
    certificate.title,
    certificate.documentType ?? null,
    certificate.externalId ?? null,
    file.name,
    file.sha256 ?? null,
    timestamp.psc,
    timestamp.genTime,
    certificate.createdAt,
  ]);
}
