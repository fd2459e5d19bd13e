/** Forgotten passwords. No answer reveals whether an e-mail address has an account. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { preferredLanguage } from '../../http/language.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { NewPassword } from '../accounts/account-record.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, originOf } from '../login/person.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import {
  type MailResetPorts,
  mailResetLink,
  type ResetPorts,
  type ResetRules,
  resetPassword,
} from './reset-password.ts';

const ForgottenBody = Type.Object({ email: Type.String({ maxLength: 254 }) });

const ResetBody = Type.Object({ token: Type.String({ maxLength: 200 }), new_password: NewPassword });

export type PasswordRoutePorts = MailResetPorts & ResetPorts & DevicePorts;

export function passwordResetRoutes(app: App, ports: PasswordRoutePorts, rules: ResetRules & Site): void {
  const sent = { 202: Type.Object({ sent: Type.Literal(true) }), ...refusals(429) };
  app.post(
    '/forgotten-password',
    { schema: { body: ForgottenBody, response: sent } },
    async (request, reply) => {
      const { email } = request.body;
      assertText('email', email, { maxChars: 254, multiline: false });
      const language = preferredLanguage(request.headers['accept-language']);
      await mailResetLink(ports, rules, email, originOf(request), language);
      return reply.code(202).send({ sent: true });
    },
  );

  const changed = { 200: Type.Object({ changed: Type.Literal(true) }) };
  app.post('/reset-password', { schema: { body: ResetBody, response: changed } }, async (request, reply) => {
    const { token, new_password } = request.body;
    const account = await resetPassword(ports, rules, token, new_password, originOf(request));
    tellOwner(ports, rules, account, 'password_reset', askerOf(request));
    // Lets the owner of the mailbox log in even while others keep guessing.
    reply.header('set-cookie', await deviceCookie(ports, rules, request, account.email));
    return { changed: true as const };
  });
}
