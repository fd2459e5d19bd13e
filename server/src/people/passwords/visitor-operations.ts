/** Forgotten passwords. No answer reveals whether an e-mail address has a person. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { NewPassword } from '../accounts/account-record.ts';
import { type DevicePorts, deviceCookie, devicesOf } from '../login/device-cookie.ts';
import { askerOf, originOf } from '../login/person.ts';
import { tellPerson } from '../mail/tell-people.ts';
import type { PeopleSettings } from '../settings.ts';
import { assertOldWays } from '../sso/only.ts';
import { type MailResetPorts, mailResetLink, type ResetPorts, resetPassword } from './reset-password.ts';

const ForgottenBody = Type.Object({ email: Type.String({ maxLength: 254 }) });

const ResetBody = Type.Object({ token: Type.String({ maxLength: 200 }), new_password: NewPassword });

const TAG = 'Login';

export type ResetOperationPorts = MailResetPorts &
  ResetPorts &
  DevicePorts & { site: Site & Pick<PeopleSettings, 'sso'> };

const { acting } = operationsWith<ResetOperationPorts, undefined>();

export const RESET_OPERATIONS: readonly Operation<ResetOperationPorts, undefined>[] = [
  acting({
    method: 'POST',
    path: '/forgotten-password',
    operationId: 'requestPasswordReset',
    scope: 'open',
    tag: TAG,
    summary: 'Ask for a link that resets the password',
    body: ForgottenBody,
    answers: { 202: Type.Object({ sent: Type.Literal(true) }) },
    refusals: ['mail_not_configured', 'sso_only', 'rate_limit_exceeded'],
    async act(ports, { body: { email }, request, language }) {
      assertOldWays(ports.site);
      assertText('email', email, { maxChars: 254, multiline: false });
      const devices = await devicesOf(ports, ports.site, request);
      await mailResetLink(ports, ports.site, email, { devices, origin: originOf(request), language });
      return { status: 202, body: { sent: true } };
    },
  }),
  acting({
    method: 'POST',
    path: '/reset-password',
    operationId: 'resetPassword',
    scope: 'open',
    tag: TAG,
    summary: 'Reset the password with a mailed link',
    body: ResetBody,
    answers: { 200: Type.Object({ changed: Type.Literal(true) }) },
    refusals: ['invalid_token', 'sso_only'],
    async act(ports, { body: { token, new_password }, request }) {
      const { site } = ports;
      assertOldWays(site);
      const person = await resetPassword(ports, site, token, new_password, originOf(request));
      tellPerson(ports, site, person, 'password_reset', askerOf(request));
      // Lets the owner of the mailbox log in even while others keep guessing.
      const headers = { 'set-cookie': await deviceCookie(ports, site, request, person.email) };
      return { status: 200, headers, body: { changed: true } };
    },
  }),
];
