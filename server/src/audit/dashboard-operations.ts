/** A person's own audit log, which nobody else can read. */

import type { PersonId } from '../kernel/ids.ts';
import { type Operation, operationsWith, type Who } from '../operations/operation.ts';
import { PageQuery, PageSchema, readPage, TAG } from './operations.ts';
import type { AuditLog } from './ports.ts';

/** What this log needs to know about a logged-in person; `audit/` cannot import `people/`. */
type Reader = Who & { visit: { person: { id: PersonId } } };

const { acting } = operationsWith<{ audit: AuditLog }, Reader>();

export const listOwnAuditEvents: Operation<{ audit: AuditLog }, Reader> = acting({
  method: 'GET',
  path: '/me/audit',
  operationId: 'listOwnAuditEvents',
  scope: 'oneself',
  tag: TAG,
  summary: 'List your own log-ins, and changes of your passwords and second factors',
  description: 'Nobody else can read this log.',
  query: PageQuery,
  answers: { 200: PageSchema },
  refusals: [],
  act: async (ports, { who, query: { limit = 50, before } }) => ({
    status: 200,
    body: await readPage(ports, { log: who.visit.person.id, may: who.may }, { limit, before }),
  }),
});
