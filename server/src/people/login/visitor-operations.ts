/** What the login page needs: settings, login, logout. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { openSealed } from '../../kernel/seal-secret.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, GivenPassword, toAccountAnswer } from '../accounts/account-record.ts';
import type { Mailer } from '../mail/ports.ts';
import { tellPerson } from '../mail/tell-people.ts';
import { browserOf } from '../passkeys/passkey-cookie.ts';
import { PASSKEY_OFFERS, passkeyOffer } from '../passkeys/relying-party.ts';
import { FactorFields, factorProof } from '../second-factor/factor-proof.ts';
import type { PeopleSettings } from '../settings.ts';
import { assertOldWays } from '../sso/only.ts';
import { type Issuer, SSO_ID_TOKEN } from '../sso/ports.ts';
import { type DevicePorts, devicesOf } from './device-cookie.ts';
import { type LoginPorts, logIn } from './log-in.ts';
import { askerOf, closeSession, findPerson, originOf, type PersonPorts, startSession } from './person.ts';
import type { Visit } from './ports.ts';
import { clearSessionCookie } from './session-cookie.ts';

const SettingsSchema = Type.Object(
  {
    service_name: Type.String(),
    base_url: Type.String(),
    signup: oneOf(['open', 'closed']),
    passkeys: oneOf(PASSKEY_OFFERS, { description: 'Whether the public address allows them, or why not.' }),
    mail: Type.Boolean({ description: 'Whether links for sign-up and forgotten passwords are mailed.' }),
    sso: Type.Optional(
      Type.Object(
        {
          name: Type.String(),
          only: Type.Boolean({ description: 'Whether this is the only way to log in.' }),
        },
        { description: 'Where people can log in through an issuer.' },
      ),
    ),
  },
  { title: 'Settings' },
);

const LoginBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: GivenPassword,
  ...FactorFields,
});

const TAG = 'Login';

export type LoginOperationPorts = LoginPorts &
  PersonPorts &
  DevicePorts & {
    mail: Mailer | undefined;
    issuer: Issuer | undefined;
    site: Site & Pick<PeopleSettings, 'signup' | 'sso'>;
  };

const { acting } = operationsWith<LoginOperationPorts, undefined>();

export const LOGIN_OPERATIONS: readonly Operation<LoginOperationPorts, undefined>[] = [
  acting({
    method: 'GET',
    path: '/settings',
    operationId: 'getSettings',
    scope: 'open',
    tag: TAG,
    summary: 'Read what the login page shows',
    answers: { 200: SettingsSchema },
    refusals: [],
    async act({ mail, site }) {
      const body = {
        service_name: site.serviceName,
        base_url: site.baseUrl,
        signup: site.sso?.isOnly ? ('closed' as const) : site.signup,
        passkeys: passkeyOffer(site),
        mail: mail !== undefined,
        ...(site.sso && { sso: { name: site.sso.name, only: site.sso.isOnly } }),
      };
      return { status: 200, body };
    },
  }),
  acting({
    method: 'POST',
    path: '/login',
    operationId: 'logIn',
    scope: 'open',
    tag: TAG,
    summary: 'Log in with a password',
    body: LoginBody,
    answers: { 200: AccountAnswer },
    refusals: [
      'unauthorized',
      'second_factor_required',
      'invalid_second_factor',
      'passkeys_unavailable',
      'sso_only',
      'rate_limit_exceeded',
    ],
    async act(ports, { body: { email, password, ...factor }, request, reply }) {
      const { site } = ports;
      assertOldWays(site);
      assertText('email', email, { maxChars: 254, multiline: false });
      const proof = factorProof(site, factor, 'log_in', browserOf(request, site));
      const login = { email, password, proof };
      const { person, seat, isNewDevice } = await startSession(ports, site, request, reply, async (visit) => {
        const devices = await devicesOf(ports, site, request);
        return logIn(ports, login, { devices, visit }, originOf(request));
      });
      if (isNewDevice) tellPerson(ports, site, person, 'new_device', askerOf(request));
      return { status: 200, body: toAccountAnswer(person, seat) };
    },
  }),
  acting({
    method: 'POST',
    path: '/logout',
    operationId: 'logOut',
    scope: 'open',
    tag: TAG,
    summary: 'Log out',
    answers: {
      200: Type.Object({
        logged_out: Type.Literal(true),
        location: Type.Optional(
          Type.String({
            description: 'Where the browser can also log out of the issuer that opened the session.',
          }),
        ),
      }),
    },
    refusals: [],
    async act(ports, { request, baseUrl }) {
      const visit = await findPerson(ports, ports.site, request);
      const location = await logOutThere(ports, visit);
      if (visit !== undefined) await closeSession(ports, request, visit);
      const headers = { 'set-cookie': clearSessionCookie(baseUrl) };
      return { status: 200, headers, body: { logged_out: true, ...(location && { location }) } };
    },
  }),
];

/** Undefined for a session that was opened without the issuer, or if the issuer has no such address. */
async function logOutThere(
  ports: LoginOperationPorts,
  visit: Visit | undefined,
): Promise<string | undefined> {
  if (visit?.session.sso === undefined || ports.issuer === undefined) return undefined;
  const sealed = await ports.sessions.ssoToken(visit.session.id);
  // The key that sealed the token may be gone. Without the token, the issuer asks the person.
  const token = sealed && (await openSealed(ports, SSO_ID_TOKEN, sealed).catch(() => undefined));
  return ports.issuer.logOutAddress(token?.toString());
}
