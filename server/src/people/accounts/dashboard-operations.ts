/** The account: reading it, changing it, and requesting its deletion. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { assertOwnPassword, provenAtIssuerUntil } from '../login/log-in.ts';
import { askerOf, type LoggedIn } from '../login/person.ts';
import type { Session } from '../login/ports.ts';
import { type NoticePorts, tellOwners } from '../mail/tell-people.ts';
import type { OperatorStore } from '../operators/ports.ts';
import type { PersonStore } from '../persons/ports.ts';
import { assertOwner, type OwnerPorts, UNLESS_OWNER, WithFactor } from '../second-factor/factor-proof.ts';
import type { PeopleSettings } from '../settings.ts';
import type { SeatStore } from '../teams/ports.ts';
import { ROLE_SCOPES, ROLES, roleMay } from '../teams/roles.ts';
import {
  AccountAnswer,
  AllowanceSchema,
  KeepFilesDays,
  Language,
  PersonName,
  PersonSchema,
  TimeZone,
  toAccountAnswer,
  toAllowanceRecord,
  toPersonRecord,
  WithPassword,
} from './account-record.ts';
import { changePerson } from './accounts.ts';
import { CHANGE_ACCOUNT } from './change-operation.ts';
import type { Account, AccountStore } from './ports.ts';

const ChangeBody = Type.Object({
  name: Type.Optional(PersonName),
  language: Type.Optional(Language),
  time_zone: Type.Optional(TimeZone),
});

const MeSchema = Type.Object(
  {
    ...AccountAnswer.properties,
    person: PersonSchema,
    accounts: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), role: oneOf(ROLES, { title: 'Role' }) }),
      { description: 'All accounts that the person has a seat in, the one used last first.' },
    ),
    scopes: Type.Array(oneOf(ROLE_SCOPES.owner, { title: 'RoleScope' }), {
      description: "The scopes of the person's role in the account that the call is about.",
    }),
    operator: Type.Boolean({ description: 'Whether the person runs this service.' }),
    sso: nullable(
      Type.Object(
        {
          proven_until: nullable(
            Type.String({
              format: 'date-time',
              description:
                'Until this time the person need not give a password, because they have proved their identity again at the issuer.',
            }),
          ),
        },
        { title: 'SsoSession', description: 'Null unless this session was opened through the issuer.' },
      ),
    ),
    allowance: AllowanceSchema,
    key_review: Type.Boolean({ description: 'Whether to ask which keys to revoke, after a reset.' }),
    usage: Type.Object({
      month_requests: Type.Integer(),
      month_certificates: Type.Integer({ description: 'Live ones.' }),
      month_test_certificates: Type.Integer(),
    }),
    quick_start: Type.Object(
      {
        key_made: Type.Boolean(),
        first_call: Type.Boolean(),
        first_certificate: Type.Boolean(),
        page_opened: Type.Boolean(),
      },
      { title: 'QuickStart' },
    ),
  },
  { title: 'Me' },
);

const RetentionBody = Type.Object({ ...WithFactor.properties, keep_files_days: KeepFilesDays });

const TAG = 'Account';

export type AccountOperationPorts = OwnerPorts &
  NoticePorts & {
    accounts: AccountStore;
    people: PersonStore;
    seats: SeatStore;
    operators: OperatorStore;
    site: Site & Pick<PeopleSettings, 'operators' | 'supportUrl'>;
  };

const { acting } = operationsWith<AccountOperationPorts, LoggedIn>();

export const ACCOUNT_OPERATIONS: readonly Operation<AccountOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    scope: 'oneself',
    tag: TAG,
    summary: 'Read who is logged in, and the account that the call is about',
    answers: { 200: MeSchema },
    refusals: [],
    async act(ports, { who: { visit, seat } }) {
      const { person } = visit;
      const [overview, accounts, standing] = await Promise.all([
        seat === undefined ? NOTHING_YET : ports.accounts.overview(seat.account.id, ports.now()),
        ports.people.accounts(person.id),
        ports.operators.find(person.id, visit.session.id, ports.site.operators),
      ]);
      const isOperator = standing !== undefined;
      const reviews = seat !== undefined && roleMay(seat.role, 'keys:write');
      const body = {
        ...toAccountAnswer(person, seat),
        person: toPersonRecord(person),
        accounts,
        scopes: seat === undefined ? [] : ROLE_SCOPES[seat.role],
        operator: isOperator,
        sso: toSsoRecord(visit.session),
        allowance: toAllowanceRecord(seat?.account, overview.certificatesMade),
        key_review: reviews && person.keysInDoubtSince !== undefined && overview.hasKey,
        usage: {
          month_requests: overview.monthCalls,
          month_certificates: overview.monthCertificates,
          month_test_certificates: overview.monthTestCertificates,
        },
        quick_start: {
          key_made: overview.hasKey,
          first_call: overview.hasCalled,
          first_certificate: overview.hasCertificate,
          page_opened: overview.hasOpenedPage,
        },
      };
      return { status: 200, body };
    },
  }),
  acting({
    method: 'PATCH',
    path: '/me',
    operationId: 'updateMe',
    scope: 'oneself',
    tag: TAG,
    summary: "Change one's own name, language and time zone",
    body: ChangeBody,
    answers: { 200: Type.Object({ ...AccountAnswer.properties, person: PersonSchema }) },
    refusals: [],
    async act(ports, { who, body: { name, language, time_zone } }) {
      if (name !== undefined) assertText('name', name, { maxChars: 200, multiline: false });
      const change = {
        ...(name !== undefined && { name }),
        ...(language !== undefined && { language }),
        ...(time_zone !== undefined && { timeZone: time_zone }),
      };
      const person = await changePerson(ports, who.visit.person, change, who.by);
      return { status: 200, body: { ...toAccountAnswer(person, who.seat), person: toPersonRecord(person) } };
    },
  }),
  CHANGE_ACCOUNT,
  acting({
    method: 'PUT',
    path: '/retention',
    operationId: 'setRetention',
    scope: 'files:erase',
    tag: TAG,
    summary: 'Change how long original files are kept',
    description:
      'With the password, and the second factor where there is one: a shorter time erases files that nobody can bring back.',
    body: RetentionBody,
    answers: { 200: AccountAnswer },
    refusals: UNLESS_OWNER,
    async act(ports, { who, body: { keep_files_days: days, ...given }, request }) {
      const { account: before } = who;
      await assertOwner(ports, ports.site, who.visit, given);
      const account = await ports.accounts.keepFiles(before.id, days ?? undefined, ports.now(), who.by);
      if (account.keepFilesDays !== before.keepFilesDays) {
        tellOwners(ports, ports.site, account.id, 'retention_changed', askerOf(request));
      }
      return { status: 200, body: answerWith(who, account) };
    },
  }),
  acting({
    method: 'POST',
    path: '/deletion-request',
    operationId: 'requestDeletion',
    scope: 'owner',
    tag: TAG,
    summary: 'Ask for the account to be deleted',
    body: WithPassword,
    answers: { 200: AccountAnswer },
    refusals: ['wrong_password', 'rate_limit_exceeded'],
    async act(ports, { who, body }) {
      await assertOwnPassword(ports, who.visit, body.password);
      const account = await ports.accounts.requestDeletion(who.accountId, ports.now(), who.by);
      return { status: 200, body: answerWith(who, account) };
    },
  }),
  acting({
    method: 'POST',
    path: '/deletion-request/cancel',
    operationId: 'cancelDeletion',
    scope: 'owner',
    tag: TAG,
    summary: 'Keep the account after all',
    answers: { 200: AccountAnswer },
    refusals: [],
    async act(ports, { who }) {
      const account = await ports.accounts.cancelDeletion(who.accountId, ports.now(), who.by);
      return { status: 200, body: answerWith(who, account) };
    },
  }),
];

function toSsoRecord(session: Session): Static<typeof MeSchema>['sso'] {
  return session.sso === undefined
    ? null
    : { proven_until: provenAtIssuerUntil(session)?.toISOString() ?? null };
}

function answerWith({ visit, seat }: LoggedIn, account: Account) {
  return toAccountAnswer(visit.person, seat && { ...seat, account });
}

/** The overview of a person without an account. */
const NOTHING_YET: Awaited<ReturnType<AccountStore['overview']>> = {
  certificatesMade: 0,
  monthCalls: 0,
  monthCertificates: 0,
  monthTestCertificates: 0,
  hasKey: false,
  hasCalled: false,
  hasCertificate: false,
  hasOpenedPage: false,
};
