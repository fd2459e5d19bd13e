/** The page behind the link that is mailed to a new address. It needs no login: it may be opened on another device. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { type DevicePorts, deviceCookie } from '../login/device-cookie.ts';
import { askerOf, originOf } from '../login/person.ts';
import { type NoticePorts, tellPerson } from '../mail/tell-people.ts';
import { type ChangeAddressPorts, confirmAddress } from './change-address.ts';

const ConfirmBody = Type.Object({ token: Type.String({ maxLength: 200 }) });

const Changed = Type.Object({ changed: Type.Literal(true), email: Type.String() });

export type ConfirmAddressPorts = ChangeAddressPorts & NoticePorts & DevicePorts & { site: Site };

const { acting } = operationsWith<ConfirmAddressPorts, undefined>();

export const CONFIRM_ADDRESS_OPERATIONS: readonly Operation<ConfirmAddressPorts, undefined>[] = [
  acting({
    method: 'POST',
    path: '/email/confirm',
    operationId: 'confirmEmail',
    scope: 'open',
    tag: 'Account',
    summary: 'Confirm a new e-mail address',
    body: ConfirmBody,
    answers: { 200: Changed },
    refusals: ['invalid_token', 'email_taken'],
    async act(ports, { body, request }) {
      const { site } = ports;
      const { before, email } = await confirmAddress(ports, body.token, originOf(request));
      tellPerson(ports, site, before, 'mail_changed', askerOf(request));
      // Lets the owner of the mailbox log in under the new address even while others guess at it.
      const headers = { 'set-cookie': await deviceCookie(ports, site, request, email) };
      return { status: 200, headers, body: { changed: true, email } };
    },
  }),
];
