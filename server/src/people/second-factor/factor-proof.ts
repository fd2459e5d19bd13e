/** How a request shows the second factor, and proves that the person who is logged in is the owner. */

import { type Static, Type } from 'typebox';
import type { Refusable } from '../../http/error-responses.ts';
import { nullable } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { WithPassword } from '../accounts/account-record.ts';
import { assertOwnPassword, type OwnPasswordPorts } from '../login/log-in.ts';
import type { Visit } from '../login/ports.ts';
import type { Holder } from '../passkeys/challenges.ts';
import type { PresentedPasskey } from '../passkeys/check-passkey.ts';
import { PasskeyAnswer } from '../passkeys/passkey-answer.ts';
import type { PasskeyStore } from '../passkeys/ports.ts';
import { relyingParty } from '../passkeys/relying-party.ts';
import type { SecondFactorStore } from './ports.ts';
import { assertOwnFactor, type FactorProof } from './second-factor.ts';

export const FactorFields = {
  code: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
  passkey: Type.Optional(PasskeyAnswer),
};

/** `code` or `passkey` if a second factor is on: only its holder can change or remove it. */
export const WithFactor = Type.Object({ ...WithPassword.properties, ...FactorFields });

type GivenFactor = { code?: string | null; passkey?: PasskeyAnswer };

export type OwnerPorts = OwnPasswordPorts & {
  secondFactors: SecondFactorStore;
  passkeys: PasskeyStore;
  serverKeys: ServerKeys;
};

/**
 * Checks password and second factor of the person who is logged in, before actions that a stolen session must not be
 * able to do. Returns the mark of what was checked, for changes that apply only while it is the same.
 */
export async function assertOwner(
  ports: OwnerPorts,
  site: Site,
  visit: Visit,
  given: Static<typeof WithFactor>,
): Promise<string> {
  const mark = await assertOwnPassword(ports, visit, given.password);
  await assertOwnFactor(ports, visit, factorProof(site, given, 'prove', { session: visit.session.id }));
  return mark;
}

/** The refusals that this check may give. */
export const UNLESS_OWNER = [
  'wrong_password',
  'second_factor_required',
  'invalid_second_factor',
  'passkeys_unavailable',
  'rate_limit_exceeded',
] as const satisfies readonly Refusable[];

export function factorProof(
  site: Site,
  { code, passkey: answer }: GivenFactor,
  purpose: PresentedPasskey['purpose'],
  holder: Holder | undefined,
): FactorProof {
  return {
    code: code ?? undefined,
    passkey: answer && { rp: relyingParty(site), purpose, holder, answer },
  };
}
