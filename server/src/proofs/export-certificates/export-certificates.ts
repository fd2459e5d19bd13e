/** Makes an export: what the caller asked for, as a stream that is made as fast as the caller reads it. */

import type { CertificateFilter, ListOrder } from '../../certificates/ports.ts';
import type { SearchScope } from '../../certificates/search/ports.ts';
import type { Totals } from '../../certificates/search/totals.ts';
import { zipFiles } from '../../http/zip-files.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { ProofSite } from '../fetch-proof.ts';
import { type BundlePorts, bundlesOf, MOST_BUNDLES } from './bundles.ts';
import { CSV_HEADER, toCsvLines, toNdjson } from './rows.ts';
import { type ExportPorts, walkCertificates } from './walk-certificates.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'zip'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportAsked = {
  format: ExportFormat;
  filter: CertificateFilter;
  order: ListOrder;
  limit: number | undefined;
};

/** Exports the certificates. `scope` is what remains after the certificate named in `after`. */
export async function exportCertificates(
  ports: ExportPorts & BundlePorts & { totals: Totals },
  site: ProofSite,
  owner: Owner,
  asked: ExportAsked,
  scope: SearchScope,
): Promise<AsyncIterable<string | Buffer>> {
  const total = await ports.totals(owner, asked.filter, scope);
  if (asked.format === 'zip' && Math.min(total, asked.limit ?? total) > MOST_BUNDLES) throw tooMany(total);
  const walk = { ...asked, limit: asked.limit ?? Number.MAX_SAFE_INTEGER };
  const lots = walkCertificates(ports, owner, walk, scope, total);
  switch (asked.format) {
    case 'csv':
      return textOf(CSV_HEADER, lots, (lot) => toCsvLines(site, lot));
    case 'ndjson':
      return textOf('', lots, (lot) => toNdjson(site, lot));
    case 'zip':
      return zipFiles(bundlesOf(ports, site, owner, lots));
  }
}

async function* textOf<Lot>(
  start: string,
  lots: AsyncIterable<Lot>,
  toText: (lot: Lot) => string,
): AsyncGenerator<string> {
  if (start !== '') yield start;
  for await (const lot of lots) yield toText(lot);
}

function tooMany(total: number): AppError {
  return new AppError('validation_failed', {
    en: `${total} certificates match, and an archive holds at most ${MOST_BUNDLES}. Narrow the filters, or fetch them in parts with \`limit=${MOST_BUNDLES}\` and \`after\`.`,
    es: `Coinciden ${total} certificados y un archivo ZIP contiene como máximo ${MOST_BUNDLES}. Acote los filtros o descárguelos por partes con \`limit=${MOST_BUNDLES}\` y \`after\`.`,
  });
}
