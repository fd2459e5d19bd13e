/** Logging in with a passkey alone, or with a passkey after the password: both use the same challenge. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, toAccountAnswer } from '../accounts/account-record.ts';
import { claimChallenge } from '../login/attempt.ts';
import { type DevicePorts, devicesOf } from '../login/device-cookie.ts';
import type { LoginPorts } from '../login/log-in.ts';
import { askerOf, originOf, type PersonPorts, startSession } from '../login/person.ts';
import type { Mailer } from '../mail/ports.ts';
import { tellPerson } from '../mail/tell-people.ts';
import type { PeopleSettings } from '../settings.ts';
import { assertOldWays } from '../sso/only.ts';
import { makeChallenge } from './challenges.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { PasskeyOptions, passkeyOptions } from './options.ts';
import { PasskeyAnswer } from './passkey-answer.ts';
import { browserOf, makeBrowser } from './passkey-cookie.ts';
import { relyingParty } from './relying-party.ts';

const LoginBody = Type.Object({ passkey: PasskeyAnswer });

const TAG = 'Login';

export type PasskeyLoginPorts = LoginPorts &
  PersonPorts &
  DevicePorts & { mail: Mailer | undefined; site: Site & Pick<PeopleSettings, 'sso'> };

const { acting } = operationsWith<PasskeyLoginPorts, undefined>();

export const PASSKEY_LOGIN_OPERATIONS: readonly Operation<PasskeyLoginPorts, undefined>[] = [
  acting({
    method: 'POST',
    path: '/login/passkey/options',
    operationId: 'beginPasskeyLogin',
    scope: 'open',
    tag: TAG,
    summary: 'Ask for the challenge of a login with a passkey',
    answers: { 200: Type.Object({ options: PasskeyOptions }) },
    refusals: ['passkeys_unavailable', 'sso_only', 'rate_limit_exceeded'],
    async act(ports, { request }) {
      const { site } = ports;
      assertOldWays(site);
      const rp = relyingParty(site);
      const [device] = await devicesOf(ports, site, request);
      await claimChallenge(ports, device?.id, originOf(request));
      const { holder, cookie } = makeBrowser(ports, site);
      const challenge = await makeChallenge(ports, 'log_in', holder);
      const body = { options: passkeyOptions(rp, challenge) };
      return { status: 200, headers: { 'set-cookie': cookie }, body };
    },
  }),
  acting({
    method: 'POST',
    path: '/login/passkey',
    operationId: 'logInWithPasskey',
    scope: 'open',
    tag: TAG,
    summary: 'Log in with a passkey',
    body: LoginBody,
    answers: { 200: AccountAnswer },
    refusals: ['unauthorized', 'passkeys_unavailable', 'sso_only', 'rate_limit_exceeded'],
    async act(ports, { body, request, reply }) {
      const { site } = ports;
      assertOldWays(site);
      const presented = {
        rp: relyingParty(site),
        purpose: 'log_in',
        holder: browserOf(request, site),
        answer: body.passkey,
      } as const;
      const { person, seat, isNewDevice } = await startSession(ports, site, request, reply, async (visit) => {
        const devices = await devicesOf(ports, site, request);
        return logInWithPasskey(ports, presented, { devices, visit }, originOf(request));
      });
      if (isNewDevice) tellPerson(ports, site, person, 'new_device', askerOf(request));
      return { status: 200, body: toAccountAnswer(person, seat) };
    },
  }),
];
