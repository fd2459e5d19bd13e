/** Routes that need no login: settings, login, logout. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { oneOf, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { AccountAnswer, GivenPassword, toAccountRecord } from '../accounts/account-record.ts';
import type { Mailer } from '../mail/ports.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { browserOf } from '../passkeys/passkey-cookie.ts';
import { PASSKEY_OFFERS, passkeyOffer } from '../passkeys/relying-party.ts';
import { FactorFields, factorProof } from '../second-factor/factor-proof.ts';
import type { SignupRules } from '../sign-up/routes-dashboard.ts';
import { type DevicePorts, devicesOf } from './device-cookie.ts';
import { type LoginPorts, logIn } from './log-in.ts';
import { askerOf, closeSession, findPerson, originOf, type PersonPorts, startSession } from './person.ts';
import { clearSessionCookie } from './session-cookie.ts';

const SettingsSchema = Type.Object(
  {
    service_name: Type.String(),
    base_url: Type.String(),
    signup: oneOf(['open', 'closed']),
    passkeys: oneOf(PASSKEY_OFFERS, { description: 'Whether the public address allows them, or why not.' }),
    mail: Type.Boolean({ description: 'Whether links for sign-up and forgotten passwords are mailed.' }),
  },
  { title: 'Settings' },
);

const LoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: GivenPassword,
  ...FactorFields,
});

export type LoginRoutePorts = LoginPorts & PersonPorts & DevicePorts & { mail: Mailer | undefined };

export function loginRoutes(app: App, ports: LoginRoutePorts, settings: Site & SignupRules): void {
  app.get('/settings', { schema: { response: { 200: SettingsSchema } } }, async () => ({
    service_name: settings.serviceName,
    base_url: settings.baseUrl,
    signup: settings.signup,
    passkeys: passkeyOffer(settings),
    mail: ports.mail !== undefined,
  }));
  logInAndOut(app, ports, settings);
}

function logInAndOut(app: App, ports: LoginRoutePorts, site: Site): void {
  const response = { 200: AccountAnswer, ...refusals(401, 429) };
  app.post('/login', { schema: { body: LoginBody, response } }, async (request, reply) => {
    const { email, password } = request.body;
    assertText('email', email, { maxChars: 254, multiline: false });
    const proof = factorProof(site, request.body, 'log_in', browserOf(request, site));
    const login = { email, password, proof };
    const { account, isNewDevice } = await startSession(ports, site, request, reply, async (person) => {
      const devices = await devicesOf(ports, site, request);
      return logIn(ports, login, { devices, person }, originOf(request));
    });
    if (isNewDevice) tellOwner(ports, site, account, 'new_device', askerOf(request));
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
