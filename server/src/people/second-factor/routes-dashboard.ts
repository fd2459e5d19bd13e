/** The second factor: on, off, and recovery codes. Secrets appear only in the answer that creates them. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { qrSvg } from '../../http/qr/qr-code.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { accountOf, actorOf, askerOf } from '../login/person.ts';
import { type NoticePorts, tellOwner } from '../mail/tell-owner.ts';
import { assertOwner, type OwnerPorts, WithFactor } from './factor-proof.ts';
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

export type SecondFactorRoutePorts = OwnerPorts & NoticePorts & { randomBytes: RandomBytes };

export function secondFactorRoutes(app: App, ports: SecondFactorRoutePorts, site: Site): void {
  const setup = { 200: SetupSchema, ...refusals(429) };
  app.post('/second-factor', { schema: { body: WithFactor, response: setup } }, async (request) => {
    const account = accountOf(request);
    await assertOwner(ports, site, request, request.body);
    const { secret, otpauthUrl } = await startSecondFactor(ports, site.serviceName, account);
    return { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg(otpauthUrl) };
  });

  const codes = { 200: CodesSchema, ...refusals(404, 429) };
  app.post('/second-factor/confirm', { schema: { body: CodeBody, response: codes } }, async (request) => {
    const { code } = request.body;
    const account = accountOf(request);
    const codes = await confirmSecondFactor(ports, account, code, actorOf(request));
    tellOwner(ports, site, account, 'second_factor_on', askerOf(request));
    return { recovery_codes: codes };
  });

  const renewed = { schema: { body: WithFactor, response: codes } };
  app.post('/second-factor/recovery-codes', renewed, async (request) => {
    const account = accountOf(request);
    await assertOwner(ports, site, request, request.body);
    const codes = await renewRecoveryCodes(ports, account, actorOf(request));
    tellOwner(ports, site, account, 'recovery_codes', askerOf(request));
    return { recovery_codes: codes };
  });

  const removed = { 200: Type.Object({ removed: Type.Literal(true) }), ...refusals(404, 429) };
  app.post('/second-factor/remove', { schema: { body: WithFactor, response: removed } }, async (request) => {
    const account = accountOf(request);
    await assertOwner(ports, site, request, request.body);
    await removeSecondFactor(ports, account, actorOf(request));
    const notice = account.passkeys > 0 ? 'authenticator_app_off' : 'second_factor_off';
    tellOwner(ports, site, account, notice, askerOf(request));
    return { removed: true as const };
  });
}
