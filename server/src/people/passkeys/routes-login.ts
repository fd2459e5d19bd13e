/** Logging in with a passkey, or with one after the password: the challenge is the same for both. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { AccountAnswer, toAccountRecord } from '../accounts/account-record.ts';
import { claimChallenge } from '../login/attempt.ts';
import { devicesOf } from '../login/device-cookie.ts';
import { askerOf, originOf, startSession } from '../login/person.ts';
import type { LoginRoutePorts } from '../login/routes-dashboard.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import { makeChallenge } from './challenges.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { PasskeyOptions, passkeyOptions } from './options.ts';
import { PasskeyAnswer } from './passkey-answer.ts';
import { browserOf, makeBrowser } from './passkey-cookie.ts';
import { relyingParty } from './relying-party.ts';

const LoginBody = Type.Object({ passkey: PasskeyAnswer });
const OptionsAnswer = Type.Object({ options: PasskeyOptions });

export function passkeyLoginRoutes(app: App, ports: LoginRoutePorts, site: Site): void {
  const options = { schema: { response: { 200: OptionsAnswer, ...refusals(429) } } };
  app.post('/login/passkey/options', options, async (request, reply) => {
    const rp = relyingParty(site);
    const [device] = await devicesOf(ports, site, request);
    await claimChallenge(ports, device?.id, originOf(request));
    const { holder, cookie } = makeBrowser(ports, site);
    const challenge = await makeChallenge(ports, 'log_in', holder);
    reply.header('set-cookie', cookie);
    return { options: passkeyOptions(rp, challenge) };
  });

  const response = { 200: AccountAnswer, ...refusals(401, 429) };
  app.post('/login/passkey', { schema: { body: LoginBody, response } }, async (request, reply) => {
    const presented = {
      rp: relyingParty(site),
      purpose: 'log_in',
      holder: browserOf(request, site),
      answer: request.body.passkey,
    } as const;
    const { account, isNewDevice } = await startSession(ports, site, request, reply, async (person) => {
      const devices = await devicesOf(ports, site, request);
      return logInWithPasskey(ports, presented, { devices, person }, originOf(request));
    });
    if (isNewDevice) tellOwner(ports, site, account, 'new_device', askerOf(request));
    return { account: toAccountRecord(account) };
  });
}
