/**
 * Changing the account in the dashboard: people with the scope change its name; only owners make its rules stricter or
 * looser.
 */

import { type Static, Type } from 'typebox';
import type { Site } from '../../http/site.ts';
import { assertText, invalidField } from '../../http/text-rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { operationsWith } from '../../operations/operation.ts';
import { insufficientRole } from '../../operations/refusal.ts';
import type { LoggedIn } from '../login/person.ts';
import { needsSecondFactor } from '../persons/needs-second-factor.ts';
import { assertOwner, FactorFields, type OwnerPorts, UNLESS_OWNER } from '../second-factor/factor-proof.ts';
import { secondFactorMissing } from '../second-factor/second-factor.ts';
import type { SeatStore } from '../teams/ports.ts';
import { roleMay } from '../teams/roles.ts';
import {
  AccountAnswer,
  FourEyes,
  GivenPassword,
  PersonName,
  TimeZone,
  toAccountAnswer,
} from './account-record.ts';
import { changeAccount } from './accounts.ts';
import type { AccountChange, AccountStore } from './ports.ts';

const Body = Type.Object({
  name: Type.Optional(PersonName),
  time_zone: Type.Optional(TimeZone),
  four_eyes: Type.Optional(FourEyes),
  require_second_factor: Type.Optional(Type.Boolean()),
  shows_name: Type.Optional(Type.Boolean()),
  password: Type.Optional(GivenPassword),
  ...FactorFields,
});

type Ports = OwnerPorts & { accounts: AccountStore; seats: SeatStore; site: Site; now: Clock };

export const CHANGE_ACCOUNT = operationsWith<Ports, LoggedIn>().acting({
  method: 'PATCH',
  path: '/account',
  operationId: 'updateAccount',
  scope: 'account:write',
  tag: 'Account',
  summary: 'Change the account',
  description:
    'Owners alone change `four_eyes` and `require_second_factor`. Switching one off needs the password, and the second factor where there is one; whoever requires a second factor has one.',
  body: Body,
  answers: { 200: AccountAnswer },
  refusals: ['insufficient_role', 'needs_second_approver', ...UNLESS_OWNER],
  async act(ports, { who, body }) {
    const { name, time_zone, shows_name } = body;
    if (name !== undefined) assertText('name', name, { maxChars: 200, multiline: false });
    const switches = await wantedSwitches(ports, who, body);
    const change = {
      ...(name !== undefined && { name }),
      ...(time_zone !== undefined && { timeZone: time_zone }),
      ...(shows_name !== undefined && { showsName: shows_name }),
      ...switches,
    };
    const account = await changeAccount(ports, who.account, change, who.by);
    return { status: 200, body: toAccountAnswer(who.visit.person, who.seat && { ...who.seat, account }) };
  },
});

type Switches = Pick<AccountChange, 'fourEyes' | 'requireSecondFactor'>;

/**
 * Checks the wanted values of the two rules that make an account stricter. A stolen session alone cannot switch either
 * of them off.
 */
async function wantedSwitches(
  ports: Ports,
  who: LoggedIn,
  { four_eyes, require_second_factor, ...given }: Static<typeof Body>,
): Promise<Switches> {
  if (four_eyes === undefined && require_second_factor === undefined) return {};
  const { role, account } = who.seat ?? { role: 'viewer', account: who.account };
  if (!roleMay(role, 'owner')) throw insufficientRole(role, 'owner');
  const wanted = {
    fourEyes: four_eyes === undefined ? account.fourEyes : four_eyes === 'required',
    requireSecondFactor: require_second_factor ?? account.requireSecondFactor,
  };
  if (wanted.fourEyes && !account.fourEyes) await assertSecondApprover(ports, account.id);
  if (wanted.requireSecondFactor && !needsSecondFactor(who.visit.person)) throw secondFactorMissing();
  const isLooser =
    (account.fourEyes && !wanted.fourEyes) || (account.requireSecondFactor && !wanted.requireSecondFactor);
  if (isLooser) await assertOwner(ports, ports.site, who.visit, { ...given, password: passwordOf(given) });
  return wanted;
}

function passwordOf({ password }: { password?: string }): string {
  if (password !== undefined) return password;
  throw invalidField(
    '`password`',
    'is needed to switch `four_eyes` or `require_second_factor` off.',
    'es necesaria para desactivar `four_eyes` o `require_second_factor`.',
  );
}

/**
 * With only one person who decides, nobody could decide on what that person reports. Later removals are not checked:
 * removing people always succeeds.
 */
async function assertSecondApprover(
  { seats }: Pick<Ports, 'seats'>,
  accountId: Parameters<SeatStore['countDeciding']>[0],
): Promise<void> {
  if ((await seats.countDeciding(accountId)) >= 2) return;
  throw new AppError('needs_second_approver', {
    en: 'Four eyes need two people who decide, and this account has fewer. Invite an `approver`, an `admin` or another `owner` first.',
    es: 'Para exigir cuatro ojos se necesitan dos personas que decidan, y esta cuenta tiene menos. Invite antes a un `approver`, un `admin` u otro `owner`.',
  });
}
