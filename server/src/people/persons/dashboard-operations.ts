/** The operation by which people erase themselves. */

import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { askerOf, type LoggedIn } from '../login/person.ts';
import { clearSessionCookie } from '../login/session-cookie.ts';
import { type NoticePorts, tellPerson } from '../mail/tell-people.ts';
import { assertOwner, type OwnerPorts, UNLESS_OWNER, WithFactor } from '../second-factor/factor-proof.ts';
import { assertLeavesOwners, erasePerson } from './erase-person.ts';

export type PersonalOperationPorts = OwnerPorts &
  NoticePorts & { records: Pick<Database, 'query' | 'transaction'>; site: Site };

const { acting } = operationsWith<PersonalOperationPorts, LoggedIn>();

export const PERSONAL_OPERATIONS: readonly Operation<PersonalOperationPorts, LoggedIn>[] = [
  acting({
    method: 'DELETE',
    path: '/me',
    operationId: 'eraseMe',
    scope: 'oneself',
    evenSuspended: true,
    tag: 'Account',
    summary: 'Erase oneself',
    description:
      "Ends all seats and sessions of the person, and erases the name, the address and all login data. Accounts and the records of what was done in them stay; the audit logs of the accounts keep the person's id.",
    body: WithFactor,
    answers: { 204: Type.Null() },
    refusals: ['last_owner', ...UNLESS_OWNER],
    async act(ports, { who: { visit, by }, body, request, baseUrl }) {
      const { person } = visit;
      await assertLeavesOwners(ports.records.query, person.id);
      await assertOwner(ports, ports.site, visit, body);
      await erasePerson(ports, person.id, by);
      tellPerson(ports, ports.site, person, 'person_erased', askerOf(request));
      return { status: 204, headers: { 'set-cookie': clearSessionCookie(baseUrl) } };
    },
  }),
];
