/** The account: reading it, changing it, and requesting its deletion. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import type { DevicePorts } from '../login/device-cookie.ts';
import { assertOwnPassword } from '../login/log-in.ts';
import { accountOf, actorOf, askerOf, giveCookies, loggedIn, originOf } from '../login/person.ts';
import { type NoticePorts, tellOwner } from '../mail/tell-owner.ts';
import { type ChangePasswordPorts, changePassword } from '../passwords/change-password.ts';
import {
  AccountAnswer,
  AllowanceSchema,
  GivenPassword,
  KeepFilesDays,
  Language,
  NewPassword,
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

const PasswordBody = Type.Object({ current_password: GivenPassword, new_password: NewPassword });

export type AccountRoutePorts = ChangePasswordPorts & DevicePorts & NoticePorts;

export function accountRoutes(app: App, ports: AccountRoutePorts, site: Site): void {
  readMe(app, ports);
  changeMe(app, ports, site);
  keepFiles(app, ports, site);
  requestDeletion(app, ports);
}

function readMe(app: App, ports: AccountRoutePorts): void {
  app.get('/me', { schema: { response: { 200: MeSchema } } }, async (request) => {
    const account = accountOf(request);
    const overview = await ports.accounts.overview(account.id, ports.now());
    return {
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
  });
}

function changeMe(app: App, ports: AccountRoutePorts, site: Site): void {
  app.patch('/me', { schema: { body: ChangeBody, response: { 200: AccountAnswer } } }, async (request) => {
    const { name, language, time_zone } = request.body;
    if (name !== undefined) assertText('name', name, { maxChars: 200, multiline: false });
    const change = {
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(time_zone !== undefined && { timeZone: time_zone }),
    };
    const account = await changeAccount(ports, accountOf(request), change, actorOf(request));
    return { account: toAccountRecord(account) };
  });

  const response = { 200: Type.Object({ changed: Type.Literal(true) }), ...refusals(429) };
  app.post('/password', { schema: { body: PasswordBody, response } }, async (request, reply) => {
    const { current_password: current, new_password: wanted } = request.body;
    const passwords = { current, wanted };
    const opened = await changePassword(ports, site, loggedIn(request), passwords, originOf(request));
    await giveCookies(ports, site, request, reply, opened);
    tellOwner(ports, site, opened.account, 'password_changed', askerOf(request));
    return { changed: true as const };
  });
}

/** With the password: a shorter time erases files that nobody can bring back. */
function keepFiles(app: App, ports: AccountRoutePorts, site: Site): void {
  const body = Type.Object({ ...WithPassword.properties, keep_files_days: KeepFilesDays });
  const response = { 200: AccountAnswer, ...refusals(429) };
  app.put('/retention', { schema: { body, response } }, async (request) => {
    const before = accountOf(request);
    const { password, keep_files_days: days } = request.body;
    await assertOwnPassword(ports, loggedIn(request), password);
    const account = await ports.accounts.keepFiles(
      before.id,
      days ?? undefined,
      ports.now(),
      actorOf(request),
    );
    if (account.keepFilesDays !== before.keepFilesDays) {
      tellOwner(ports, site, account, 'retention_changed', askerOf(request));
    }
    return { account: toAccountRecord(account) };
  });
}

function requestDeletion(app: App, ports: AccountRoutePorts): void {
  const response = { 200: AccountAnswer, ...refusals(429) };
  app.post('/deletion-request', { schema: { body: WithPassword, response } }, async (request) => {
    const account = accountOf(request);
    await assertOwnPassword(ports, loggedIn(request), request.body.password);
    const asked = await ports.accounts.requestDeletion(account.id, ports.now(), actorOf(request));
    return { account: toAccountRecord(asked) };
  });

  app.post('/deletion-request/cancel', { schema: { response: { 200: AccountAnswer } } }, async (request) => {
    const kept = await ports.accounts.cancelDeletion(accountOf(request).id, ports.now(), actorOf(request));
    return { account: toAccountRecord(kept) };
  });
}
