/** Sign-up, and the page behind the mailed link. */

import { Type } from 'typebox';
import type { HttpSettings } from '../../http/settings.ts';
import type { Site } from '../../http/site.ts';
import { assertText } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import {
  AccountAnswer,
  Language,
  NewEmail,
  NewPassword,
  PersonName,
  TimeZone,
  toAccountAnswer,
} from '../accounts/account-record.ts';
import { assertTimeZone } from '../accounts/accounts.ts';
import type { DevicePorts } from '../login/device-cookie.ts';
import { originOf, type PersonPorts, startSession } from '../login/person.ts';
import type { PeopleSettings } from '../settings.ts';
import { assertOldWays } from '../sso/only.ts';
import { assertOpen } from './assert-open.ts';
import { confirmSignUp, mailSignUp, type SignUpPorts, signUpAtOnce } from './sign-up.ts';
import { type InvitedSignUpPorts, signUpInvited } from './sign-up-invited.ts';

const SignupBody = Type.Object(
  {
    email: NewEmail,
    password: Type.Optional(NewPassword),
    name: PersonName,
    language: Type.Optional(Language),
    time_zone: Type.Optional(TimeZone),
    invitation: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'The secret of an invitation to this address. The person then gets its seat at once, and no account of their own.',
      }),
    ),
  },
  { title: 'SignUp' },
);

const ConfirmBody = Type.Object({ token: Type.String({ maxLength: 200 }), password: NewPassword });

const Sent = Type.Object({
  sent: Type.Boolean({
    description:
      'True if the mail server answered just now. Otherwise the mail waits here for up to an hour. The answer is the same for every address.',
  }),
});

const TAG = 'Sign-up';

/** Who may make an account, and what it begins with. */
type SignUpRules = Pick<PeopleSettings, 'signup' | 'freeCertificates' | 'sso'> &
  Pick<HttpSettings, 'host' | 'trustedProxies'>;

export type SignUpOperationPorts = SignUpPorts &
  InvitedSignUpPorts &
  PersonPorts &
  DevicePorts & { site: Site & SignUpRules };

const { acting } = operationsWith<SignUpOperationPorts, undefined>();

export const SIGN_UP_OPERATIONS: readonly Operation<SignUpOperationPorts, undefined>[] = [
  acting({
    method: 'POST',
    path: '/signup',
    operationId: 'signUp',
    scope: 'open',
    tag: TAG,
    summary: 'Sign up',
    body: SignupBody,
    answers: { 201: AccountAnswer, 202: Sent },
    refusals: [404, 'signup_closed', 'sso_only', 'account_suspended', 'email_taken', 'rate_limit_exceeded'],
    async act(ports, { body, request, reply, language: reader }) {
      const { mail, site } = ports;
      const { email, password, name, language, time_zone, invitation } = body;
      assertOldWays(site);
      if (invitation === undefined) assertOpen(site);
      assertText('name', name, { maxChars: 200, multiline: false });
      assertText('email', email, { maxChars: 254, multiline: false });
      assertTimeZone(time_zone);
      const wanted = { email, name, language: language ?? undefined, timeZone: time_zone ?? undefined };
      const origin = originOf(request);
      if (invitation !== undefined) {
        if (password === undefined) throw passwordNeeded();
        const { person, seat } = await startSession(ports, site, request, reply, () =>
          signUpInvited(ports, site, { ...wanted, password, invitation }, origin, reader),
        );
        return { status: 201, body: toAccountAnswer(person, seat) };
      }
      if (mail !== undefined) {
        await mailSignUp(ports, mail, site, wanted, origin, reader);
        return { status: 202, body: { sent: (await ports.mailStanding?.takesMails()) === true } };
      }
      if (password === undefined) throw passwordNeeded();
      const { person, seat } = await startSession(ports, site, request, reply, () =>
        signUpAtOnce(ports, site, wanted, password, origin),
      );
      return { status: 201, body: toAccountAnswer(person, seat) };
    },
  }),
  acting({
    method: 'POST',
    path: '/signup/confirm',
    operationId: 'confirmSignUp',
    scope: 'open',
    tag: TAG,
    summary: 'Make the account that was confirmed by mail',
    body: ConfirmBody,
    answers: { 201: AccountAnswer },
    refusals: ['signup_closed', 'sso_only', 'invalid_token', 'email_taken'],
    async act(ports, { body: { token, password }, request, reply }) {
      const { site } = ports;
      assertOldWays(site);
      assertOpen(site);
      const { person, seat } = await startSession(ports, site, request, reply, () =>
        confirmSignUp(ports, site, token, password, originOf(request)),
      );
      return { status: 201, body: toAccountAnswer(person, seat) };
    },
  }),
];

function passwordNeeded(): AppError {
  return new AppError('validation_failed', {
    en: '`password` is required.',
    es: '`password` es obligatorio.',
  });
}
