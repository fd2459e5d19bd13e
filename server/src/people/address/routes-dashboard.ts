/** Changing the e-mail address: asking for it behind the login, and the page behind the mailed link. */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { AccountAnswer, GivenPassword, NewEmail, toAccountRecord } from '../accounts/account-record.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, loggedIn, originOf } from '../login/person.ts';
import { type NoticePorts, tellOwner } from '../mail/tell-owner.ts';
import {
  type ChangeAddressPorts,
  changeAddressAtOnce,
  confirmAddress,
  mailAddressChange,
} from './change-address.ts';

const ChangeBody = Type.Object({ email: NewEmail, password: GivenPassword });

const ConfirmBody = Type.Object({ token: Type.String({ maxLength: 200 }) });

const Sent = Type.Object({ sent: Type.Literal(true) });
const Changed = Type.Object({ changed: Type.Literal(true), email: Type.String() });

export type AddressRoutePorts = ChangeAddressPorts & NoticePorts & DevicePorts;

export function addressRoutes(app: App, ports: AddressRoutePorts, site: Site): void {
  const response = { 200: AccountAnswer, 202: Sent, ...refusals(409, 429) };
  app.post('/email', { schema: { body: ChangeBody, response } }, async (request, reply) => {
    const { email, password } = request.body;
    assertText('email', email, { maxChars: 254, multiline: false });
    const wanted = { email, password };
    const person = loggedIn(request);
    const { mail } = ports;
    if (mail !== undefined) {
      await mailAddressChange(ports, mail, site, person, wanted, askerOf(request));
      return reply.code(202).send({ sent: true });
    }
    const account = await changeAddressAtOnce(ports, person, wanted, originOf(request));
    reply.header('set-cookie', await deviceCookie(ports, site, request, email));
    return { account: toAccountRecord(account) };
  });
}

/** Needs no login: the link may be opened on another device. */
export function confirmAddressRoute(app: App, ports: AddressRoutePorts, site: Site): void {
  const response = { 200: Changed, ...refusals(409) };
  app.post('/email/confirm', { schema: { body: ConfirmBody, response } }, async (request, reply) => {
    const { before, email } = await confirmAddress(ports, request.body.token, originOf(request));
    tellOwner(ports, site, before, 'mail_changed', askerOf(request));
    // Lets the owner of the mailbox log in under the new address even while others guess at it.
    reply.header('set-cookie', await deviceCookie(ports, site, request, email));
    return { changed: true as const, email };
  });
}
