/** Sign-up, and the page behind the mailed link. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { preferredLanguage } from '../../http/language.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  AccountAnswer,
  Language,
  NewEmail,
  NewPassword,
  PersonName,
  TimeZone,
  toAccountRecord,
} from '../accounts/account-record.ts';
import { assertTimeZone } from '../accounts/accounts.ts';
import type { DevicePorts } from '../login/device-cookie.ts';
import { originOf, type PersonPorts, startSession } from '../login/person.ts';
import type { PeopleSettings } from '../settings.ts';
import { confirmSignUp, mailSignUp, type SignUpPorts, signUpAtOnce } from './sign-up.ts';

const SignupBody = Type.Object(
  {
    email: NewEmail,
    password: Type.Optional(NewPassword),
    name: PersonName,
    language: Type.Optional(Language),
    time_zone: Type.Optional(TimeZone),
  },
  { title: 'SignUp' },
);

const ConfirmBody = Type.Object({ token: Type.String({ maxLength: 200 }), password: NewPassword });

const Sent = Type.Object({ sent: Type.Literal(true) });

export type SignUpRoutePorts = SignUpPorts & PersonPorts & DevicePorts;

/** Who may make an account, and what it begins with. */
export type SignupRules = Pick<PeopleSettings, 'signup' | 'freeCertificates'>;

export function signUpRoutes(app: App, ports: SignUpRoutePorts, settings: Site & SignupRules): void {
  const response = { 201: AccountAnswer, 202: Sent, ...refusals(409, 429) };
  app.post('/signup', { schema: { body: SignupBody, response } }, async (request, reply) => {
    if (settings.signup === 'closed') throw signupClosed();
    const { email, password, name, language, time_zone } = request.body;
    assertText('name', name, { maxChars: 200, multiline: false });
    assertText('email', email, { maxChars: 254, multiline: false });
    assertTimeZone(time_zone);
    const wanted = { email, name, language: language ?? undefined, timeZone: time_zone ?? undefined };
    const origin = originOf(request);
    const { mail } = ports;
    if (mail !== undefined) {
      const reader = preferredLanguage(request.headers['accept-language']);
      await mailSignUp(ports, mail, settings, wanted, origin, reader);
      return reply.code(202).send({ sent: true });
    }
    if (password === undefined) throw passwordNeeded();
    const { account } = await startSession(ports, settings, request, reply, () =>
      signUpAtOnce(ports, settings, wanted, password, origin),
    );
    return reply.code(201).send({ account: toAccountRecord(account) });
  });

  const made = { 201: AccountAnswer, ...refusals(409) };
  app.post('/signup/confirm', { schema: { body: ConfirmBody, response: made } }, async (request, reply) => {
    if (settings.signup === 'closed') throw signupClosed();
    const { token, password } = request.body;
    const { account } = await startSession(ports, settings, request, reply, () =>
      confirmSignUp(ports, settings, token, password, originOf(request)),
    );
    return reply.code(201).send({ account: toAccountRecord(account) });
  });
}

function signupClosed(): AppError {
  return new AppError('signup_closed', {
    en: 'New accounts are made by the operator of this service.',
    es: 'Las cuentas nuevas las crea el operador de este servicio.',
  });
}

function passwordNeeded(): AppError {
  return new AppError('validation_failed', {
    en: '`password` is required.',
    es: '`password` es obligatorio.',
  });
}
