/** The second factor: on, off, and recovery codes. Secrets are in the answer that makes them, and never again. */

import { Type } from 'typebox';
import { assertOwnPassword } from '../app/log-in.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../app/second-factor.ts';
import { WithPassword } from './account-record.ts';
import { accountOf, actorOf, originOf } from './dashboard-person.ts';
import { qrSvg } from './qr-code.ts';
import type { App, World } from './server.ts';

const CodeBody = Type.Object({ code: Type.String({ maxLength: 50 }) });

export function secondFactorRoutes(app: App, { ports, config }: World): void {
  app.post('/second-factor', { schema: { body: WithPassword } }, async (request) => {
    const account = accountOf(request);
    await assertOwnPassword(ports, account, request.body.password, originOf(request));
    const { secret, otpauthUrl } = await startSecondFactor(ports, config.serviceName, account);
    return { secret, otpauth_url: otpauthUrl, qr_svg: qrSvg(otpauthUrl) };
  });

  app.post('/second-factor/confirm', { schema: { body: CodeBody } }, async (request) => {
    const { code } = request.body;
    return {
      recovery_codes: await confirmSecondFactor(ports, accountOf(request), code, actorOf(request)),
    };
  });

  app.post('/second-factor/recovery-codes', { schema: { body: WithPassword } }, async (request) => {
    const account = accountOf(request);
    await assertOwnPassword(ports, account, request.body.password, originOf(request));
    return { recovery_codes: await renewRecoveryCodes(ports, account, actorOf(request)) };
  });

  app.post('/second-factor/remove', { schema: { body: WithPassword } }, async (request) => {
    const account = accountOf(request);
    await assertOwnPassword(ports, account, request.body.password, originOf(request));
    await removeSecondFactor(ports, account, actorOf(request));
    return { removed: true };
  });
}
