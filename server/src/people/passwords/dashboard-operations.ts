/** Changing one's own password. */

import { Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { GivenPassword, NewPassword } from '../accounts/account-record.ts';
import type { DevicePorts } from '../login/device-cookie.ts';
import { askerOf, giveCookies, type LoggedIn, originOf } from '../login/person.ts';
import { type NoticePorts, tellPerson } from '../mail/tell-people.ts';
import { type ChangePasswordPorts, changePassword } from './change-password.ts';

const PasswordBody = Type.Object({ current_password: GivenPassword, new_password: NewPassword });

export type PasswordOperationPorts = ChangePasswordPorts & DevicePorts & NoticePorts & { site: Site };

const { acting } = operationsWith<PasswordOperationPorts, LoggedIn>();

export const PASSWORD_OPERATIONS: readonly Operation<PasswordOperationPorts, LoggedIn>[] = [
  acting({
    method: 'POST',
    path: '/password',
    operationId: 'changePassword',
    scope: 'oneself',
    tag: 'Account',
    summary: 'Change the password',
    body: PasswordBody,
    answers: { 200: Type.Object({ changed: Type.Literal(true) }) },
    refusals: ['wrong_password', 'rate_limit_exceeded'],
    async act(ports, { who, body, request, reply }) {
      const { site } = ports;
      const passwords = { current: body.current_password, wanted: body.new_password };
      const opened = await changePassword(ports, site, who.visit, passwords, originOf(request));
      await giveCookies(ports, site, request, reply, opened);
      tellPerson(ports, site, opened.person, 'password_changed', askerOf(request));
      return { status: 200, body: { changed: true } };
    },
  }),
];
