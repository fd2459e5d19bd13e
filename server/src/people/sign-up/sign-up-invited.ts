/** Signing up with an invitation: a person with its seat, and no account of their own. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database, Query } from '../../database/pool.ts';
import { shareHolderOf } from '../../http/connection/network-of.ts';
import { invalidField } from '../../http/text-rules.ts';
import { personOf, type RequestOrigin } from '../../kernel/actor.ts';
import { emailTaken, newPerson } from '../accounts/accounts.ts';
import { type OpenedSession, openSession } from '../login/log-in.ts';
import type { MailSite } from '../mail/ports.ts';
import { assertGoodPassword } from '../passwords/password-rules.ts';
import type { Person } from '../persons/ports.ts';
import { findPending, takeSeat } from '../teams/take-invitation.ts';
import { wasMailed } from '../teams/team.ts';
import { type TellPorts, tellJoined } from '../teams/tell-team.ts';
import type { SignUp } from './ports.ts';
import { claimSignUp, type SignUpPorts, signUpsFrom } from './sign-up.ts';

export type InvitedSignUpPorts = SignUpPorts &
  TellPorts & { records: Pick<Database, 'query' | 'transaction'> };

type Wanted = SignUp & { password: string; invitation: string };

const MAKE_PERSON = `
  with made as (
    insert into people (id, email, name, password_hash, created_at, language, time_zone, email_proven_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (lower(email)) do nothing
    returning id
  )
  select ${auditCall(9)} from made`;

/** A secret that was mailed proves the address. Where no mail is sent, the secret is shown, and proves nothing. */
export async function signUpInvited(
  ports: InvitedSignUpPorts,
  site: MailSite,
  wanted: Wanted,
  origin: RequestOrigin,
  language: 'es' | 'en',
): Promise<OpenedSession> {
  const { email, password, invitation: secret } = wanted;
  const invitation = await findPending(ports.records.query, secret, ports.now());
  if ((await ports.people.fold(email)) !== (await ports.people.fold(invitation.email))) throw otherAddress();
  await assertGoodPassword('password', password, { ...wanted, ...site });
  await claimSignUp(ports, signUpsFrom(origin));
  const lane = { lane: 'sign_up', holder: shareHolderOf(origin.ip ?? '') } as const;
  const passwordHash = await ports.passwords.hash(password, lane);
  const now = ports.now();
  const isProven = wasMailed(secret);
  if (isProven) await ports.people.giveUpUnproven(email, now);
  const person = newPerson(ports.newId('per'), wanted, isProven, now);
  const by = personOf(person, origin);
  const { accountId, role } = await ports.records.transaction(async (query) => {
    // The invitation is checked first: a caller whose secret is used up learns nothing about the address.
    await findPending(query, secret, now);
    await makePerson(query, person, passwordHash, by);
    return takeSeat(query, secret, person, { by, now });
  });
  tellJoined(ports, { site, accountId, language }, person, role);
  const known = await ports.people.findByEmail(person.email);
  const opened =
    known?.person.id === person.id ? await openSession(ports, known, origin, { isProven: true }) : undefined;
  if (opened === undefined) throw new Error(`${person.id} was changed while it was being made`);
  return opened;
}

async function makePerson(
  query: Query,
  person: Person,
  passwordHash: string,
  by: ReturnType<typeof personOf>,
): Promise<void> {
  const { id, email, name, createdAt, language, timeZone, emailProvenAt } = person;
  const note = { accountId: id, at: createdAt, action: 'person.create', by } as const;
  const rows = await query(
    MAKE_PERSON,
    [id, email, name, passwordHash, createdAt, language, timeZone, emailProvenAt, ...auditParams(note)],
    'make-invited-person',
  );
  if (rows.length === 0) throw emailTaken();
}

function otherAddress() {
  return invalidField(
    '`email`',
    'is not the address that was invited; sign up with that one.',
    'no es el correo invitado; regístrese con ese.',
  );
}
