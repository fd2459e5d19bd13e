/** Login through the issuer: the way there and the way back. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, toAccountAnswer } from '../accounts/account-record.ts';
import { claimChallenge } from '../login/attempt.ts';
import { type DevicePorts, devicesOf } from '../login/device-cookie.ts';
import { findPerson, originOf, type PersonPorts, startSession } from '../login/person.ts';
import type { Throttle } from '../login/ports.ts';
import type { PeopleSettings } from '../settings.ts';
import { clearSsoCookie, giveSsoCookie, readSsoCookie } from './cookies.ts';
import { logInThroughIssuer, notAccepted, type SsoLoginPorts } from './log-in-through-issuer.ts';
import type { Issuer, SsoAttempt, Vouched } from './ports.ts';
import type { SsoSettings } from './settings.ts';

const BeginBody = Type.Object({
  again: Type.Optional(
    Type.Boolean({
      description: 'If true, a person who is logged in proves their identity again; otherwise it is a login.',
    }),
  ),
});

const FinishBody = Type.Object({
  query: Type.String({
    maxLength: 8_000,
    pattern: '^\\?',
    description: 'The query with which the browser came back, from the `?` on.',
  }),
});

const TAG = 'Login';

/** How long a used state is remembered, which is longer than a login may take. */
const USED_MS = 3_600_000;

export type SsoOperationPorts = SsoLoginPorts &
  PersonPorts &
  DevicePorts & {
    issuer: Issuer | undefined;
    throttle: Throttle;
    site: Site & Pick<PeopleSettings, 'sso'>;
  };

const { acting } = operationsWith<SsoOperationPorts, undefined>();

export const SSO_OPERATIONS: readonly Operation<SsoOperationPorts, undefined>[] = [
  acting({
    method: 'POST',
    path: '/sso',
    operationId: 'beginSso',
    scope: 'open',
    tag: TAG,
    summary: 'Begin a login through the issuer',
    body: BeginBody,
    answers: {
      200: Type.Object({ location: Type.String({ description: 'The address to which the browser goes.' }) }),
    },
    refusals: ['sso_off', 'sso_unavailable', 'rate_limit_exceeded'],
    async act(ports, { body, request }) {
      const { issuer } = ssoOf(ports);
      const [device] = await devicesOf(ports, ports.site, request);
      await claimChallenge(ports, device?.id, originOf(request));
      const random = () => Buffer.from(ports.randomBytes(32)).toString('base64url');
      const attempt = { state: random(), nonce: random(), verifier: random(), isProof: body.again === true };
      const location = await issuer.begin(attempt);
      const headers = { 'set-cookie': await giveSsoCookie(ports, ports.site, 'sso', attempt) };
      return { status: 200, headers, body: { location } };
    },
  }),
  acting({
    method: 'POST',
    path: '/sso/finish',
    operationId: 'finishSso',
    scope: 'open',
    tag: TAG,
    summary: "Finish a login with the issuer's answer",
    body: FinishBody,
    answers: { 200: AccountAnswer },
    refusals: ['sso_off', 'sso_refused', 'sso_join_needed', 'sso_unavailable'],
    async act(ports, { body, request, reply }) {
      const { site } = ports;
      const { issuer, settings } = ssoOf(ports);
      const attempt = await readSsoCookie(ports, site, 'sso', request);
      if (attempt === undefined) throw notAccepted();
      const vouched = await comeBack(ports, issuer, body.query, attempt);
      reply.header('set-cookie', clearSsoCookie(site, 'sso'));
      if (attempt.isProof) {
        const visit = await findPerson(ports, site, request);
        const person = await ports.identities.find(vouched);
        if (visit?.session.sso === undefined || person?.id !== visit.person.id) throw notAccepted();
        await ports.sessions.proven(visit.session.id, ports.now());
        return { status: 200, body: toAccountAnswer(visit.person, visit.seat) };
      }
      const outcome = await logInThroughIssuer(ports, settings, vouched, originOf(request));
      if ('join' in outcome) {
        const identity = { issuer: vouched.issuer, subject: vouched.subject, ...outcome.join };
        throw joinNeeded(settings, await giveSsoCookie(ports, site, 'sso_join', identity));
      }
      const { person, seat } = await startSession(ports, site, request, reply, async () => outcome.opened);
      return { status: 200, body: toAccountAnswer(person, seat) };
    },
  }),
];

/** The state can be used only once here, even if the issuer would accept its code again. */
async function comeBack(
  ports: SsoOperationPorts,
  issuer: Issuer,
  query: string,
  attempt: SsoAttempt,
): Promise<Vouched> {
  const until = new Date(ports.now().getTime() + USED_MS);
  if (!(await ports.identities.useOnce(sha256(`sso state\n${attempt.state}`), until))) throw notAccepted();
  const vouched = await issuer.finish(query, attempt);
  if (vouched === undefined) throw notAccepted();
  return vouched;
}

function ssoOf({ issuer, site }: Pick<SsoOperationPorts, 'issuer' | 'site'>): {
  issuer: Issuer;
  settings: SsoSettings;
} {
  if (issuer !== undefined && site.sso !== undefined) return { issuer, settings: site.sso };
  throw new AppError('sso_off', {
    en: 'This service has no single sign-on. Log in with your password.',
    es: 'Este servicio no tiene inicio de sesión único. Entre con su contraseña.',
  });
}

function joinNeeded({ name }: SsoSettings, cookie: string): AppError {
  return new AppError(
    'sso_join_needed',
    {
      en: `A person in this service already has your address. If that is you, log in as before, and agree to use ${name} from then on.`,
      es: `Aquí ya hay alguien con su correo. Si es usted, entre como hasta ahora y acepte usar ${name} de ahí en adelante.`,
    },
    { headers: { 'set-cookie': cookie } },
  );
}
