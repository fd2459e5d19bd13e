/** Exports in the dashboard: what the list shows, as one file. */

import { Type } from 'typebox';
import { gatherMetadata } from '../../certificates/certificate-list.ts';
import type { Totals } from '../../certificates/search/totals.ts';
import type { App } from '../../http/app.ts';
import { fileOf, refusals } from '../../http/schema.ts';
import { ModeSchema } from '../../keys/key-record.ts';
import type { Access } from '../../keys/ports.ts';
import { accountOf } from '../../people/login/person.ts';
import type { ProofSite } from '../fetch-proof.ts';
import type { BundlePorts } from './bundles.ts';
import { EXPORT_QUERY, exportScope, sendExport } from './routes-v1.ts';
import { makeTurns } from './take-turns.ts';
import type { ExportPorts } from './walk-certificates.ts';

export type ExportPageRoutePorts = ExportPorts & BundlePorts & { totals: Totals; access: Access };

export function exportPageRoute(app: App, ports: ExportPageRoutePorts, site: ProofSite): void {
  const turns = makeTurns();
  const schema = {
    querystring: Type.Object({ ...EXPORT_QUERY, mode: Type.Optional(ModeSchema) }, { title: 'ExportQuery' }),
    response: {
      200: fileOf('text/csv', 'application/x-ndjson', 'application/zip'),
      ...refusals(422),
    },
  };
  app.get('/certificates/export', { preValidation: gatherMetadata, schema }, async (request, reply) => {
    const { mode, ...query } = request.query;
    const owner = { accountId: accountOf(request).id, livemode: mode !== 'test' };
    const scope = await ports.access.read(owner.accountId, owner.livemode, exportScope(ports, query));
    return sendExport(ports, site, turns, reply, owner, query, scope);
  });
}
