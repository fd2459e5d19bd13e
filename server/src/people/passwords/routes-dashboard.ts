/** Forgotten passwords. Nothing here tells whether an address has an account. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { preferredLanguage } from '../../http/language.ts';
import { assertText } from '../../http/text-rules.ts';
import { NewPassword } from '../accounts/account-record.ts';
import { originOf } from '../login/person.ts';
import {
  type MailResetPorts,
  mailResetLink,
  type ResetPorts,
  type ResetRules,
  resetPassword,
} from './reset-password.ts';

const ForgottenBody = Type.Object({ email: Type.String({ maxLength: 254 }) });

const ResetBody = Type.Object({ token: Type.String({ maxLength: 200 }), new_password: NewPassword });

export type PasswordRoutePorts = MailResetPorts & ResetPorts;

export function passwordResetRoutes(app: App, ports: PasswordRoutePorts, rules: ResetRules): void {
  app.post('/forgotten-password', { schema: { body: ForgottenBody } }, async (request, reply) => {
    const { email } = request.body;
    assertText('email', email, { maxChars: 254, multiline: false });
    const language = preferredLanguage(request.headers['accept-language']);
    await mailResetLink(ports, rules, email, originOf(request), language);
    return reply.code(202).send({ sent: true });
  });

  app.post('/reset-password', { schema: { body: ResetBody } }, async (request) => {
    const { token, new_password } = request.body;
    await resetPassword(ports, token, new_password, originOf(request));
    return { changed: true };
  });
}
