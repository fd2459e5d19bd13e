/** Asking for another e-mail address. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { AccountAnswer, NewEmail, toAccountAnswer } from '../accounts/account-record.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, type LoggedIn, originOf } from '../login/person.ts';
import type { Mailer } from '../mail/ports.ts';
import { UNLESS_OWNER, WithFactor } from '../second-factor/factor-proof.ts';
import { type ChangeAddressPorts, changeAddressAtOnce, mailAddressChange } from './change-address.ts';

const ChangeBody = Type.Object({ email: NewEmail, ...WithFactor.properties });

const Sent = Type.Object({ sent: Type.Literal(true) });

export type AddressOperationPorts = ChangeAddressPorts &
  DevicePorts & { mail: Mailer | undefined; site: Site };

const { acting } = operationsWith<AddressOperationPorts, LoggedIn>();

export const ADDRESS_OPERATIONS: readonly Operation<AddressOperationPorts, LoggedIn>[] = [
  acting({
    method: 'POST',
    path: '/email',
    operationId: 'changeEmail',
    scope: 'oneself',
    tag: 'Account',
    summary: 'Change the e-mail address',
    body: ChangeBody,
    answers: { 200: AccountAnswer, 202: Sent },
    refusals: [...UNLESS_OWNER, 'email_taken'],
    async act(ports, { who: { visit, seat }, body: wanted, request }) {
      const { mail, site } = ports;
      const { email } = wanted;
      assertText('email', email, { maxChars: 254, multiline: false });
      if (mail !== undefined) {
        await mailAddressChange(ports, mail, site, visit, wanted, askerOf(request));
        return { status: 202, body: { sent: true } };
      }
      const person = await changeAddressAtOnce(ports, site, visit, wanted, originOf(request));
      const headers = { 'set-cookie': await deviceCookie(ports, site, request, email) };
      return { status: 200, headers, body: toAccountAnswer(person, seat) };
    },
  }),
];
