/** The second factor: on, off, and recovery codes. Secrets appear only in the answer that creates them. */

import { Type } from 'typebox';
import { qrSvg } from '../../http/qr/qr-code.ts';
import type { Site } from '../../http/site.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, type LoggedIn } from '../login/person.ts';
import { type NoticePorts, tellPerson } from '../mail/tell-people.ts';
import { assertOwner, type OwnerPorts, UNLESS_OWNER, WithFactor } from './factor-proof.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts';

const CodeBody = Type.Object({ code: Type.String({ maxLength: 50 }) });

const SetupSchema = Type.Object(
  { secret: Type.String(), otpauth_url: Type.String(), qr_svg: Type.String() },
  { title: 'SecondFactorSetup' },
);

const CodesSchema = Type.Object({ recovery_codes: Type.Array(Type.String()) });

const TAG = 'Second factor';

export type SecondFactorOperationPorts = OwnerPorts &
  NoticePorts &
  DevicePorts & { randomBytes: RandomBytes; site: Site };

const { acting } = operationsWith<SecondFactorOperationPorts, LoggedIn>();

export const SECOND_FACTOR_OPERATIONS: readonly Operation<SecondFactorOperationPorts, LoggedIn>[] = [
  acting({
    method: 'POST',
    path: '/second-factor',
    operationId: 'beginSecondFactor',
    scope: 'oneself',
    tag: TAG,
    summary: 'Begin with an authenticator app',
    body: WithFactor,
    answers: { 200: SetupSchema },
    refusals: UNLESS_OWNER,
    async act(ports, { who: { visit }, body }) {
      const { site } = ports;
      await assertOwner(ports, site, visit, body);
      const { secret, otpauthUrl } = await startSecondFactor(ports, site.serviceName, visit.person);
      return { status: 200, body: { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg(otpauthUrl) } };
    },
  }),
  acting({
    method: 'POST',
    path: '/second-factor/confirm',
    operationId: 'confirmSecondFactor',
    scope: 'oneself',
    tag: TAG,
    summary: 'Turn the authenticator app on',
    body: CodeBody,
    answers: { 200: CodesSchema },
    refusals: [404, 'invalid_second_factor', 'rate_limit_exceeded'],
    async act(ports, { who, body, request }) {
      const { person } = who.visit;
      const codes = await confirmSecondFactor(ports, who.visit, body.code, who.by);
      tellPerson(ports, ports.site, person, 'second_factor_on', askerOf(request));
      // A new factor makes every device unknown. The device on which it was turned on gets a new cookie and stays
      // known.
      const headers = { 'set-cookie': await deviceCookie(ports, ports.site, request, person.email) };
      return { status: 200, headers, body: { recovery_codes: codes } };
    },
  }),
  acting({
    method: 'POST',
    path: '/second-factor/recovery-codes',
    operationId: 'renewRecoveryCodes',
    scope: 'oneself',
    tag: TAG,
    summary: 'Make new recovery codes',
    body: WithFactor,
    answers: { 200: CodesSchema },
    refusals: [404, ...UNLESS_OWNER],
    async act(ports, { who, body, request }) {
      const { person } = who.visit;
      await assertOwner(ports, ports.site, who.visit, body);
      const codes = await renewRecoveryCodes(ports, person, who.by);
      tellPerson(ports, ports.site, person, 'recovery_codes', askerOf(request));
      return { status: 200, body: { recovery_codes: codes } };
    },
  }),
  acting({
    method: 'POST',
    path: '/second-factor/remove',
    operationId: 'removeSecondFactor',
    scope: 'oneself',
    tag: TAG,
    summary: 'Turn the authenticator app off',
    body: WithFactor,
    answers: { 200: Type.Object({ removed: Type.Literal(true) }) },
    refusals: [404, ...UNLESS_OWNER],
    async act(ports, { who, body, request }) {
      const { person } = who.visit;
      await assertOwner(ports, ports.site, who.visit, body);
      await removeSecondFactor(ports, person, who.by);
      const notice = person.passkeys > 0 ? 'authenticator_app_off' : 'second_factor_off';
      tellPerson(ports, ports.site, person, notice, askerOf(request));
      const headers = { 'set-cookie': await deviceCookie(ports, ports.site, request, person.email) };
      return { status: 200, headers, body: { removed: true } };
    },
  }),
];
