/** Public API: export certificates as a table, as JSON lines, or as an archive of their evidence. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  FILTER_QUERY,
  type FilterQuery,
  gatherMetadata,
  readAfter,
  readFilter,
  WALK_QUERY,
  type WalkQuery,
} from '../../certificates/certificate-list.ts';
import { refuseAfter, scopeBeyond } from '../../certificates/search/list-certificates.ts';
import type { SearchScope } from '../../certificates/search/ports.ts';
import type { Totals } from '../../certificates/search/totals.ts';
import type { PublicApi } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import { CSV_TYPE } from '../../http/csv.ts';
import { errorResponses, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { fileOf, oneOf } from '../../http/schema.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import type { ProofSite } from '../fetch-proof.ts';
import { NEVER_RUN } from '../proof-answers.ts';
import type { BundlePorts } from './bundles.ts';
import {
  EXPORT_FORMATS,
  type ExportAsked,
  type ExportFormat,
  exportCertificates,
} from './export-certificates.ts';
import { makeTurns, type Turns } from './take-turns.ts';
import type { ExportPorts } from './walk-certificates.ts';

export type ExportRoutePorts = AdmitPorts & ExportPorts & BundlePorts & { totals: Totals };

const TYPES: Record<ExportFormat, string> = {
  csv: CSV_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
};

export const EXPORT_QUERY = {
  format: Type.Optional(
    oneOf(EXPORT_FORMATS, {
      default: 'csv',
      description:
        '`csv`: a table with every field, for spreadsheets. `ndjson`: a record on each line. `zip`: the evidence bundle of each, at most 10,000, and an index.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'At most so many; all unless told.' }),
  ),
  ...WALK_QUERY,
  ...FILTER_QUERY,
};

export type ExportQuery = FilterQuery & WalkQuery & { format?: ExportFormat; limit?: number };

export function exportRoute(api: PublicApi, ports: ExportRoutePorts, site: ProofSite): void {
  const turns = makeTurns();
  api.get(
    '/certificates/export',
    {
      config: { scope: 'proofs:read' },
      attachValidation: true,
      preValidation: gatherMetadata,
      schema: {
        operationId: 'exportCertificates',
        summary: 'Export certificates',
        description:
          'Those that match the filters of the list, as one file in one call. The file is complete if the transfer ended properly; after a broken one go on with `after` and the id of the last complete record.',
        tags: ['Proofs'],
        querystring: Type.Object(EXPORT_QUERY),
        response: {
          200: { description: 'The file.', ...fileOf('text/csv', 'application/x-ndjson', 'application/zip') },
          ...errorResponses(422, 'invalid_hash', ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller, value: scope } = await admitRequest(ports, site.serviceName, request, reply, () =>
        exportScope(ports, request.query),
      );
      return sendExport(ports, site, turns, reply, caller, request.query, scope);
    },
  );
}

export function exportScope({ search }: Pick<ExportPorts, 'search'>, query: ExportQuery) {
  return search.scope(readFilter(query), readAfter(query));
}

export async function sendExport(
  ports: ExportPorts & BundlePorts & { totals: Totals },
  site: ProofSite,
  turns: Turns,
  reply: FastifyReply,
  owner: Owner,
  query: ExportQuery,
  scope: SearchScope,
): Promise<FastifyReply> {
  const asked = readAsked(query);
  const end = await turns.begin(owner.accountId);
  try {
    const rest = scopeAfter(scope, query, asked.order);
    return send(reply, asked.format, await exportCertificates(ports, site, owner, asked, rest), end);
  } catch (error) {
    end();
    throw error;
  }
}

function readAsked(query: ExportQuery): ExportAsked {
  const { format = 'csv', order = 'desc', limit } = query;
  return { format, order, limit, filter: readFilter(query) };
}

function scopeAfter(scope: SearchScope, { after }: ExportQuery, order: 'asc' | 'desc'): SearchScope {
  if (after === undefined) return scope;
  return scope.afterNumber === undefined ? refuseAfter() : scopeBeyond(scope, order);
}

/**
 * A failure destroys the connection in the middle of a chunk: no client takes what it has for the whole. Whatever ends
 * the stream, also a client that goes away, ends the turn.
 */
function send(
  reply: FastifyReply,
  format: ExportFormat,
  content: AsyncIterable<string | Buffer>,
  end: () => void,
): FastifyReply {
  const stream = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 });
  stream.once('close', end);
  return reply
    .type(TYPES[format])
    .headers({ ...NEVER_RUN, 'cache-control': 'private, no-store' })
    .header('content-disposition', attachment(`certificates.${format}`))
    .send(stream);
}
