/** The account: reading it, changing it, and requesting its deletion. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { assertOwnPassword, type OwnPasswordPorts } from '../login/log-in.ts';
import { askerOf, type LoggedIn } from '../login/person.ts';
import { type NoticePorts, tellOwner } from '../mail/tell-owner.ts';
import {
  AccountAnswer,
  AllowanceSchema,
  KeepFilesDays,
  Language,
  PersonName,
  TimeZone,
  toAccountRecord,
  WithPassword,
} from './account-record.ts';
import { changeAccount } from './accounts.ts';

const ChangeBody = Type.Object({
  name: Type.Optional(PersonName),
  language: Type.Optional(Language),
  time_zone: Type.Optional(TimeZone),
});

const MeSchema = Type.Object(
  {
    ...AccountAnswer.properties,
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

const RetentionBody = Type.Object({ ...WithPassword.properties, keep_files_days: KeepFilesDays });

const TAG = 'Account';

export type AccountOperationPorts = OwnPasswordPorts & NoticePorts & { site: Site };

const { acting } = operationsWith<AccountOperationPorts, LoggedIn>();

export const ACCOUNT_OPERATIONS: readonly Operation<AccountOperationPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    scope: 'oneself',
    tag: TAG,
    summary: 'Read the account',
    answers: { 200: MeSchema },
    refusals: [],
    async act(ports, { who }) {
      const { account } = who.person;
      const overview = await ports.accounts.overview(account.id, ports.now());
      const body = {
        account: toAccountRecord(account),
        allowance: {
          certificates_left: account.certificatesLeft,
          certificates_made: overview.certificatesMade,
        },
        key_review: account.keysInDoubtSince !== undefined && overview.hasKey,
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
    summary: 'Change name, language and time zone',
    body: ChangeBody,
    answers: { 200: AccountAnswer },
    refusals: [],
    async act(ports, { who, body: { name, language, time_zone } }) {
      if (name !== undefined) assertText('name', name, { maxChars: 200, multiline: false });
      const change = {
        ...(name !== undefined && { name }),
        ...(language !== undefined && { language }),
        ...(time_zone !== undefined && { timeZone: time_zone }),
      };
      const account = await changeAccount(ports, who.person.account, change, who.by);
      return { status: 200, body: { account: toAccountRecord(account) } };
    },
  }),
  acting({
    method: 'PUT',
    path: '/retention',
    operationId: 'setRetention',
    scope: 'files:erase',
    tag: TAG,
    summary: 'Change how long original files are kept',
    description: 'With the password: a shorter time erases files that nobody can bring back.',
    body: RetentionBody,
    answers: { 200: AccountAnswer },
    refusals: ['wrong_password', 'rate_limit_exceeded'],
    async act(ports, { who, body: { password, keep_files_days: days }, request }) {
      const { account: before } = who.person;
      await assertOwnPassword(ports, who.person, password);
      const account = await ports.accounts.keepFiles(before.id, days ?? undefined, ports.now(), who.by);
      if (account.keepFilesDays !== before.keepFilesDays) {
        tellOwner(ports, ports.site, account, 'retention_changed', askerOf(request));
      }
      return { status: 200, body: { account: toAccountRecord(account) } };
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
      await assertOwnPassword(ports, who.person, body.password);
      const account = await ports.accounts.requestDeletion(who.accountId, ports.now(), who.by);
      return { status: 200, body: { account: toAccountRecord(account) } };
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
      return { status: 200, body: { account: toAccountRecord(account) } };
    },
  }),
];
