import type { Member } from '../api.ts';

/** Empty once the member is anonymised. */
export function fullName(member: Pick<Member, 'given_name' | 'first_surname' | 'second_surname'>): string {
  return [member.given_name, member.first_surname, member.second_surname].filter(Boolean).join(' ');
}

/** Fields of a member that are edited one by one, under their API names. */
export const CONTACT_FIELDS = ['email', 'phone', 'curp', 'rfc', 'professional_license', 'specialty'] as const;
