/** The operation by which a person downloads everything that is held of them. */

import type { AuditLog } from '../../audit/ports.ts';
import type { Database } from '../../database/pool.ts';
import { fileOf } from '../../http/schema.ts';
import { sendExport } from '../../http/send-download.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { LoggedIn } from '../login/person.ts';
import { readPersonData } from './read-person-data.ts';

type ExportPersonPorts = { records: Pick<Database, 'query'>; audit: AuditLog; now: Clock };

export function exportPersonOperation(): Operation<ExportPersonPorts, LoggedIn> {
  return operationsWith<ExportPersonPorts, LoggedIn>().acting({
    method: 'GET',
    path: '/me/export',
    operationId: 'exportMe',
    scope: 'oneself',
    tag: 'Account',
    summary: 'Download everything that is held of you',
    answers: { 200: { description: 'A JSON file.', ...fileOf('application/json') } },
    refusals: ['rate_limit_exceeded', 'overloaded'],
    async act({ records, audit, now }, { who, reply }) {
      const { id } = who.visit.person;
      await sendExport(
        reply,
        (exports) => exports.take(id),
        async () => {
          // The export is recorded before it is sent, because even of an interrupted export a part may have been read.
          await audit.write({ accountId: id, at: now(), action: 'person.export', by: who.by });
          const content = readPersonData({ query: records.query, now }, id);
          return { type: 'application/json', name: `${id}.json`, content };
        },
      );
      return undefined;
    },
  });
}
