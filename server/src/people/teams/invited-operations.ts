/** Accepting an invitation, and opening a further account: what somebody who is logged in does without a seat. */

import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import type { NewId } from '../../kernel/ids.ts';
import { EmptyBody } from '../../operations/empty-body.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, PersonName, toAccountAnswer } from '../accounts/account-record.ts';
import { openFurtherAccount } from '../accounts/accounts.ts';
import type { AccountStore } from '../accounts/ports.ts';
import { askerOf, type LoggedIn, originOf } from '../login/person.ts';
import type { PersonStore } from '../persons/ports.ts';
import { assertProvenAddress } from '../persons/proven-address.ts';
import type { PeopleSettings } from '../settings.ts';
import { assertOpen } from '../sign-up/assert-open.ts';
import { assertInvited, findPending, takeSeat } from './take-invitation.ts';
import { type TellPorts, tellJoined } from './tell-team.ts';

export type InvitedPorts = TellPorts & {
  records: Pick<Database, 'query' | 'transaction'>;
  accounts: AccountStore;
  people: PersonStore;
  newId: NewId;
  site: Site & Pick<PeopleSettings, 'signup' | 'freeCertificates' | 'accountsPerPerson'>;
};

const { acting } = operationsWith<InvitedPorts, LoggedIn>();

export const INVITED_OPERATIONS: readonly Operation<InvitedPorts, LoggedIn>[] = [
  acting({
    method: 'POST',
    path: '/invitations/:secret',
    operationId: 'acceptInvitation',
    scope: 'oneself',
    tag: 'Invitation',
    summary: 'Take an invitation',
    params: Type.Object({ secret: Type.String({ maxLength: 200 }) }),
    body: EmptyBody,
    answers: { 200: AccountAnswer },
    refusals: [404, 'account_suspended', 'wrong_person', 'email_unproven'],
    async act(ports, { who, params: { secret }, request }) {
      const now = ports.now();
      const { person } = who.visit;
      await assertInvited(ports, await findPending(ports.records.query, secret, now), person);
      const { accountId, role } = await ports.records.transaction((query) =>
        takeSeat(query, secret, person, { by: who.by, now }),
      );
      tellJoined(ports, { site: ports.site, accountId, language: askerOf(request).language }, person, role);
      const account = await ports.accounts.find(accountId);
      return { status: 200, body: toAccountAnswer(person, account && { account, role }) };
    },
  }),
  acting({
    method: 'POST',
    path: '/accounts',
    operationId: 'openAccount',
    scope: 'oneself',
    tag: 'Account',
    summary: 'Open a further account',
    description:
      'The new account has free certificates of its own. The service limits how many accounts one person may open.',
    body: Type.Object({ name: PersonName }),
    answers: { 201: AccountAnswer },
    refusals: ['signup_closed', 'too_many_accounts', 'email_unproven'],
    async act(ports, { who, body: { name }, request }) {
      const { site } = ports;
      const { person } = who.visit;
      assertOpen(site);
      assertText('name', name, { maxChars: 200, multiline: false });
      assertProvenAddress(ports, person);
      const account = await openFurtherAccount(ports, site, person, name, originOf(request));
      return { status: 201, body: toAccountAnswer(person, { account, role: 'owner' }) };
    },
  }),
];
