/** The account itself: what it has, what its owner changes about it, and asking for its end. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { assertOwnPassword } from '../login/log-in.ts';
import { accountOf, actorOf, giveCookie, originOf } from '../login/person.ts';
import { type ChangePasswordPorts, changePassword } from '../passwords/change-password.ts';
import {
  GivenPassword,
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

const PasswordBody = Type.Object({ current_password: GivenPassword, new_password: NewPassword });

export type AccountRoutePorts = ChangePasswordPorts;

export function accountRoutes(app: App, ports: AccountRoutePorts, site: Site): void {
  app.get('/me', async (request) => {
    const account = accountOf(request);
    const overview = await ports.accounts.overview(account.id, ports.now());
    return {
      account: toAccountRecord(account),
      allowance: {
        certificates_left: account.certificatesLeft,
        certificates_made: overview.certificatesMade,
      },
      usage: { month_requests: overview.monthCalls, month_certificates: overview.monthCertificates },
      quick_start: {
        key_made: overview.hasKey,
        first_call: overview.hasCalled,
        first_certificate: overview.hasCertificate,
        page_opened: overview.hasOpenedPage,
      },
    };
  });

  app.patch('/me', { schema: { body: ChangeBody } }, async (request) => {
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

  app.post('/password', { schema: { body: PasswordBody } }, async (request, reply) => {
    const { current_password: current, new_password: wanted } = request.body;
    const account = accountOf(request);
    giveCookie(site, reply, await changePassword(ports, account, { current, wanted }, originOf(request)));
    return { changed: true };
  });

  app.post('/deletion-request', { schema: { body: WithPassword } }, async (request) => {
    const account = accountOf(request);
    await assertOwnPassword(ports, account, request.body.password, originOf(request));
    const asked = await ports.accounts.requestDeletion(account.id, ports.now(), actorOf(request));
    return { account: toAccountRecord(asked) };
  });

  app.post('/deletion-request/cancel', async (request) => {
    const kept = await ports.accounts.cancelDeletion(accountOf(request).id, ports.now(), actorOf(request));
    return { account: toAccountRecord(kept) };
  });
}
