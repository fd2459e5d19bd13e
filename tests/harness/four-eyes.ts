/** A council whose account requires four eyes, and the people who report and decide in it. */

import { expect } from 'vitest';
import { SCOPES, type Scope } from '../../server/src/operations/scopes.ts';
import type { Role } from '../../server/src/people/teams/roles.ts';
import { type Person, signUp } from './dashboard-person.ts';
import { openProgramCouncil, type ProgramCouncil } from './program-council.ts';
import { joinAs } from './team.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export type FourEyes = {
  owner: Person;
  /** Decides; reports nothing. */
  approver: Person;
  /** May both report and decide. */
  admin: Person;
  join(role: Role): Promise<Person>;
  /** Makes the records to be decided, with a key that the owner made. */
  council: ProgramCouncil;
  /** The secret of a key that this person makes. */
  keyOf(person: Person): Promise<{ id: string; secret: string }>;
};

/** People and the audit log belong to no mode, so test keys cannot have these scopes. */
const OF_RECORDS: readonly Scope[] = SCOPES.filter((scope) => !/^(people|audit):/.test(scope));

export async function openFourEyes(sello: TestSello): Promise<FourEyes> {
  const owner = await signUp(sello);
  const join = (role: Role) => joinAs(sello, owner, role);
  const keyOf: FourEyes['keyOf'] = (person) =>
    person.newKey({ name: 'k', mode: 'live', scopes: OF_RECORDS, rate_per_minute: 1000 });
  const { secret } = await keyOf(owner);
  const council = await openProgramCouncil(sello, secret);
  const [approver, admin] = [await join('approver'), await join('admin')];
  const switched = await owner.call('PATCH', '/account', { four_eyes: 'required' });
  expect(switched.body.account?.four_eyes, switched.text).toBe('required');
  return { owner, approver, admin, join, council, keyOf };
}

export function outcomeOf({ status, body }: TestAnswer): [number, unknown] {
  return [status, body.error ?? null];
}

/** The refusal that four eyes give. */
export const REFUSED = [403, 'four_eyes'];
