/** Forgets what was posted about a member in imports and rosters. */

import type { Owner } from '../../../kernel/owner.ts';
import { makeUnsealer } from '../../../kernel/seal-secret.ts';
import type { Tools } from '../../../operations/operation.ts';
import { blankRows, blankRowsOf, readUnnamedRows } from '../../posted-tables/pg-posted-rows.ts';
import { emailKey } from '../email-key.ts';
import { openMacs } from '../identifiers.ts';
import type { Member } from '../member.ts';

type PostedTools = Pick<Tools, 'query' | 'serverKeys'>;

export async function forgetPostedRows(tools: PostedTools, who: Owner, member: Member): Promise<void> {
  await blankRowsOf(tools, member.id);
  for await (const row of readRowsAbout(tools, who, member, { byName: true })) await blankRows(tools, [row]);
}

/**
 * Finds the posted rows about a member. A rejected row may name no known member but still say who was meant, so its
 * cells are examined. With `byName`, rows that have only the member's name are included, although a namesake may be
 * meant.
 */
export async function* readRowsAbout(
  tools: PostedTools,
  who: Owner,
  member: Member,
  { byName }: { byName: boolean },
): AsyncGenerator<{ postingId: string; number: number; cells: Record<string, unknown> }> {
  const isAbout = await openIsAbout(tools, who, member, byName);
  const unseal = makeUnsealer(tools);
  for await (const rows of readUnnamedRows(tools, who)) {
    for (const { postingId, number, place, sealed } of rows) {
      const cells: Record<string, unknown> = JSON.parse((await unseal(place, sealed)).toString());
      if (isAbout(cells)) yield { postingId, number, cells };
    }
  }
}

async function openIsAbout(tools: Pick<Tools, 'serverKeys'>, who: Owner, member: Member, byName: boolean) {
  const macOf = await openMacs(tools, who);
  const isMac = (field: 'curp' | 'rfc', cell: string) => {
    const mac = member[field]?.mac;
    return mac !== undefined && Buffer.compare(mac, macOf(field, cell.toUpperCase())) === 0;
  };
  const isSame = (cell: string, value: string | undefined) =>
    value !== undefined && value !== '' && cell.toLowerCase() === value.toLowerCase();
  return (cells: Record<string, unknown>): boolean => {
    const cell = (name: string) => String(cells[name] ?? '').trim();
    return (
      isMac('curp', cell('curp')) ||
      isMac('rfc', cell('rfc')) ||
      isSame(emailKey(cell('email')), member.email && emailKey(member.email)) ||
      isSame(cell('member_id'), member.id) ||
      isSame(cell('member_number'), member.memberNumber) ||
      isSame(cell('professional_license'), member.professionalLicense) ||
      isSame(cell('external_id'), member.externalId) ||
      (byName &&
        isSame(cell('given_name'), member.givenName) &&
        isSame(cell('first_surname'), member.firstSurname))
    );
  };
}
