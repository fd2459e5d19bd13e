/** A member's name as documents print it. */

import type { Member } from './member.ts';

export function fullName(member: Pick<Member, 'givenName' | 'firstSurname' | 'secondSurname'>): string {
  return [member.givenName, member.firstSurname, member.secondSurname].filter(Boolean).join(' ');
}
