/** The operations of people: for visitors, and for people who are logged in. */

import type { Operation } from '../operations/operation.ts';
import { ACCOUNT_OPERATIONS, type AccountOperationPorts } from './accounts/dashboard-operations.ts';
import { ADDRESS_OPERATIONS, type AddressOperationPorts } from './address/dashboard-operations.ts';
import { CONFIRM_ADDRESS_OPERATIONS, type ConfirmAddressPorts } from './address/visitor-operations.ts';
import { SESSION_OPERATIONS, type SessionOperationPorts } from './login/dashboard-operations.ts';
import type { LoggedIn } from './login/person.ts';
import { LOGIN_OPERATIONS, type LoginOperationPorts } from './login/visitor-operations.ts';
import { PASSKEY_OPERATIONS, type PasskeyOperationPorts } from './passkeys/dashboard-operations.ts';
import { PASSKEY_LOGIN_OPERATIONS, type PasskeyLoginPorts } from './passkeys/visitor-operations.ts';
import { PASSWORD_OPERATIONS, type PasswordOperationPorts } from './passwords/dashboard-operations.ts';
import { RESET_OPERATIONS, type ResetOperationPorts } from './passwords/visitor-operations.ts';
import { PERSONAL_OPERATIONS, type PersonalOperationPorts } from './persons/dashboard-operations.ts';
import {
  SECOND_FACTOR_OPERATIONS,
  type SecondFactorOperationPorts,
} from './second-factor/dashboard-operations.ts';
import { SIGN_UP_OPERATIONS, type SignUpOperationPorts } from './sign-up/visitor-operations.ts';
import { JOIN_OPERATIONS, type JoinOperationPorts } from './sso/dashboard-operations.ts';
import { SSO_OPERATIONS, type SsoOperationPorts } from './sso/visitor-operations.ts';
import { type PeopleOperationPorts, TEAM_OPERATIONS } from './teams/dashboard-operations.ts';
import { INVITED_OPERATIONS, type InvitedPorts } from './teams/invited-operations.ts';
import { OPEN_INVITATION_OPERATIONS, type OpenInvitationPorts } from './teams/visitor-operations.ts';

export type VisitorOperationPorts = LoginOperationPorts &
  PasskeyLoginPorts &
  SignUpOperationPorts &
  ResetOperationPorts &
  ConfirmAddressPorts &
  OpenInvitationPorts &
  SsoOperationPorts;

export const VISITOR_OPERATIONS: readonly Operation<VisitorOperationPorts, undefined>[] = [
  ...LOGIN_OPERATIONS,
  ...PASSKEY_LOGIN_OPERATIONS,
  ...SIGN_UP_OPERATIONS,
  ...RESET_OPERATIONS,
  ...CONFIRM_ADDRESS_OPERATIONS,
  ...OPEN_INVITATION_OPERATIONS,
  ...SSO_OPERATIONS,
];

export type PersonOperationPorts = AccountOperationPorts &
  PasswordOperationPorts &
  AddressOperationPorts &
  SessionOperationPorts &
  SecondFactorOperationPorts &
  PasskeyOperationPorts &
  PersonalOperationPorts &
  PeopleOperationPorts &
  InvitedPorts &
  JoinOperationPorts;

export const PERSON_OPERATIONS: readonly Operation<PersonOperationPorts, LoggedIn>[] = [
  ...ACCOUNT_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...ADDRESS_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...SECOND_FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...PERSONAL_OPERATIONS,
  ...TEAM_OPERATIONS,
  ...INVITED_OPERATIONS,
  ...JOIN_OPERATIONS,
];
