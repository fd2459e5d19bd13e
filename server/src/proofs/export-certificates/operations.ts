/** Export certificates as a table, as JSON lines, or as an archive of their evidence. */

import { Type } from 'typebox';
import {
  FILTER_QUERY,
  type FilterQuery,
  gatherMetadata,
  readFilter,
  WALK_QUERY,
  type WalkQuery,
} from '../../certificates/certificate-list.ts';
import { refuseAfter, scopeBeyond } from '../../certificates/search/list-certificates.ts';
import type { SearchScope } from '../../certificates/search/ports.ts';
import type { Totals } from '../../certificates/search/totals.ts';
import { CSV_TYPE } from '../../http/csv.ts';
import { fileOf, oneOf } from '../../http/schema.ts';
import { sendExport } from '../../http/send-download.ts';
import type { Shared } from '../../kernel/shares/shared.ts';
import { afterOf } from '../../operations/list.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { ProofSite } from '../fetch-proof.ts';
import type { BundlePorts } from './bundles.ts';
import {
  EXPORT_FORMATS,
  type ExportAsked,
  type ExportFormat,
  exportCertificates,
} from './export-certificates.ts';
import type { ExportPorts } from './walk-certificates.ts';

export type ExportOperationPorts = ExportPorts & BundlePorts & { totals: Totals; site: ProofSite };

const TYPES: Record<ExportFormat, string> = {
  csv: CSV_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
};

const ExportQuery = Type.Object(
  {
    format: Type.Optional(
      oneOf(EXPORT_FORMATS, {
        default: 'csv',
        description:
          '`csv`: a table with every field, for spreadsheets. `ndjson`: one record per line. `zip`: the evidence bundle of each certificate, at most 10,000, and an index.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The most records; defaults to all.',
      }),
    ),
    ...WALK_QUERY,
    ...FILTER_QUERY,
  },
  { title: 'ExportQuery' },
);

type ExportQuery = FilterQuery & WalkQuery & { format?: ExportFormat; limit?: number };

/** Keys and people use the same operation. */
export function exportOperation(): Operation<ExportOperationPorts> {
  return operationsWith<ExportOperationPorts>().acting({
    method: 'GET',
    path: '/certificates/export',
    operationId: 'exportCertificates',
    scope: 'proofs:read',
    tag: 'Proofs',
    summary: 'Export certificates',
    description:
      'The certificates that match the filters, as one file in one call. The file is complete if the transfer ended properly; after a broken transfer, continue with `after` and the id of the last complete record.',
    gatherQuery: gatherMetadata,
    query: ExportQuery,
    answers: {
      200: { description: 'The file.', ...fileOf('text/csv', 'application/x-ndjson', 'application/zip') },
    },
    refusals: ['invalid_hash'],
    read: ({ search }, { query }) => search.scope(readFilter(query), afterOf('cert', { after: query.after })),
    async act(ports, { who, query, reply }, scope) {
      const asked = readAsked(query);
      const file = { type: TYPES[asked.format], name: `certificates.${asked.format}` };
      const take = (exports: Shared) => exports.take(who.accountId);
      await sendExport(reply, take, async () => {
        const rest = scopeAfter(scope, query, asked.order);
        return { ...file, content: await exportCertificates(ports, ports.site, who, asked, rest) };
      });
      return undefined;
    },
  });
}

function readAsked(query: ExportQuery): ExportAsked {
  const { format = 'csv', order = 'desc', limit } = query;
  return { format, order, limit, filter: readFilter(query) };
}

function scopeAfter(scope: SearchScope, { after }: ExportQuery, order: 'asc' | 'desc'): SearchScope {
  if (after === undefined) return scope;
  return scope.afterNumber === undefined ? refuseAfter() : scopeBeyond(scope, order);
}
