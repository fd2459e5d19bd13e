/** Routes that need no login: settings, sign-up, login, logout. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { nullable, oneOf, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  AccountAnswer,
  GivenPassword,
  Language,
  NewPassword,
  PersonName,
  TimeZone,
  toAccountRecord,
} from '../accounts/account-record.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { Mailer } from '../mail/ports.ts';
import type { PeopleSettings } from '../settings.ts';
import { type LoginPorts, logIn, openSession } from './log-in.ts';
import { closeSession, findPerson, originOf, type PersonPorts, startSession } from './person.ts';
import { clearSessionCookie } from './session-cookie.ts';

const SettingsSchema = Type.Object(
  {
    service_name: Type.String(),
    base_url: Type.String(),
    signup: oneOf(['open', 'closed']),
    mail: Type.Boolean({ description: 'Whether a forgotten password can be mended by mail.' }),
  },
  { title: 'Settings' },
);

const SignupBody = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 254, format: 'email' }),
    password: NewPassword,
    name: PersonName,
    language: Type.Optional(Language),
    time_zone: Type.Optional(TimeZone),
  },
  { title: 'SignUp' },
);

const LoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: GivenPassword,
  code: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
});

export type LoginRoutePorts = LoginPorts & PersonPorts & { mail: Mailer | undefined };

/** Who may create an account, and how many certificates it starts with. */
export type SignupRules = Pick<PeopleSettings, 'signup' | 'freeCertificates'>;

export function loginRoutes(app: App, ports: LoginRoutePorts, settings: Site & SignupRules): void {
  app.get('/settings', { schema: { response: { 200: SettingsSchema } } }, async () => ({
    service_name: settings.serviceName,
    base_url: settings.baseUrl,
    signup: settings.signup,
    mail: ports.mail !== undefined,
  }));
  signUp(app, ports, settings);
  logInAndOut(app, ports, settings);
}

function signUp(app: App, ports: LoginRoutePorts, settings: Site & SignupRules): void {
  const response = { 201: AccountAnswer, ...refusals(409) };
  app.post('/signup', { schema: { body: SignupBody, response } }, async (request, reply) => {
    if (settings.signup === 'closed') throw signupClosed();
    const { email, password, name, language, time_zone } = request.body;
    assertText('name', name, { maxChars: 200, multiline: false });
    assertText('email', email, { maxChars: 254, multiline: false });
    const wanted = {
      email,
      name,
      certificates: settings.freeCertificates,
      language: language ?? undefined,
      timeZone: time_zone ?? undefined,
    };
    const origin = originOf(request);
    const { account } = await startSession(ports, settings, request, reply, async () => {
      const passwordHash = await ports.passwords.hash(password);
      const made = await createAccount(ports, wanted, passwordHash, origin);
      const opened = await openSession(ports, made, passwordHash, origin);
      if (opened === undefined) throw new Error(`${made.id} was changed while it was being created`);
      return opened;
    });
    return reply.code(201).send({ account: toAccountRecord(account) });
  });
}

function logInAndOut(app: App, ports: LoginRoutePorts, site: Site): void {
  const response = { 200: AccountAnswer, ...refusals(401, 429) };
  app.post('/login', { schema: { body: LoginBody, response } }, async (request, reply) => {
    const { email, password, code } = request.body;
    assertText('email', email, { maxChars: 254, multiline: false });
    const login = { email, password, code: code ?? undefined };
    const { account } = await startSession(ports, site, request, reply, () =>
      logIn(ports, login, originOf(request)),
    );
    return { account: toAccountRecord(account) };
  });

  const loggedOut = Type.Object({ logged_out: Type.Literal(true) });
  app.post('/logout', { schema: { response: { 200: loggedOut } } }, async (request, reply) => {
    const person = await findPerson(ports, site, request);
    if (person !== undefined) await closeSession(ports, request, person);
    reply.header('set-cookie', clearSessionCookie(site.baseUrl));
    return { logged_out: true as const };
  });
}

function signupClosed(): AppError {
  return new AppError('signup_closed', {
    en: 'New accounts are made by the operator of this service.',
    es: 'Las cuentas nuevas las crea el operador de este servicio.',
  });
}
