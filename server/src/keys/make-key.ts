/** A person makes a key: for the account, or for an organiser of courses. */

import { type Static, Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { nullable } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { assertText } from '../http/text-rules.ts';
import type { Answer, Asked } from '../operations/operation.ts';
import { insufficientRole } from '../operations/refusal.ts';
import { askerOf, type LoggedIn } from '../people/login/person.ts';
import { type NoticePorts, tellOwners } from '../people/mail/tell-people.ts';
import { assertProvenAddress } from '../people/persons/proven-address.ts';
import type { SeatStore } from '../people/teams/ports.ts';
import { roleMay } from '../people/teams/roles.ts';
import { toSecretAnswer } from './key-record.ts';
import { createKey, type KeyPorts, type KeyRules, type MayGive, type NewKey } from './manage-keys.ts';

export const KEY_NAME = Type.String({ minLength: 1, maxLength: 100 });

export const KEY_LIMITS = {
  rate_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  monthly_quota: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
};

const Named = Type.Object({ name: KEY_NAME, ...KEY_LIMITS });

export type MakeKeyPorts = KeyPorts &
  NoticePorts & { seats: Pick<SeatStore, 'owners'>; site: KeyRules & Site };

export async function makeKey(
  ports: MakeKeyPorts,
  {
    who,
    body,
    request,
  }: Pick<Asked<unknown, unknown, Static<typeof Named>, LoggedIn>, 'who' | 'body' | 'request'>,
  what: Pick<NewKey, 'mode' | 'scopes' | 'organizerId'>,
): Promise<Answer> {
  const { account } = who;
  assertText('name', body.name, { maxChars: 100, multiline: false });
  const wanted = {
    ...what,
    name: body.name,
    ...(body.rate_per_minute !== undefined && { ratePerMinute: body.rate_per_minute }),
    ...(body.monthly_quota !== undefined && { monthlyQuota: body.monthly_quota }),
    ...(body.expires_at && { expiresAt: dateTimeOf('expires_at', body.expires_at) }),
  };
  if (wanted.mode === 'live') assertProvenAddress(ports, who.visit.person);
  const made = await createKey(ports, ports.site, account, wanted, who.by, mayGive(who));
  tellOwners(ports, ports.site, account.id, 'key_made', askerOf(request));
  return { status: 201, body: toSecretAnswer(made, ports.now()) };
}

/** Only the role decides. A person's `may` would also consider what the request asks to reveal. */
export function mayGive({ seat }: LoggedIn): MayGive {
  return (scope) => {
    if (seat !== undefined && !roleMay(seat.role, scope)) throw insufficientRole(seat.role, scope);
  };
}
