/** Forgets what was posted about a member in imports and rosters. */

import { makeUnsealer } from '../../../kernel/seal-secret.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { blankRows, blankRowsOf, readUnnamedRows } from '../../posted-tables/pg-posted-rows.ts';
import { emailKey } from '../email-key.ts';
import { openMacs } from '../identifiers.ts';
import type { Member } from '../member.ts';

/** Rows that were rejected may name nobody, but say who was meant: their cells are looked at. */
export async function forgetPostedRows(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  who: Who,
  member: Member,
): Promise<void> {
  await blankRowsOf(tools, member.id);
  const isAbout = await openIsAbout(tools, who, member);
  const unseal = makeUnsealer(tools);
  for await (const rows of readUnnamedRows(tools, who)) {
    const meant = [];
    for (const row of rows) {
      const cells: Record<string, unknown> = JSON.parse((await unseal(row.place, row.sealed)).toString());
      if (isAbout(cells)) meant.push(row);
    }
    if (meant.length > 0) await blankRows(tools, meant);
  }
}

async function openIsAbout(tools: Pick<Tools, 'serverKeys'>, who: Who, member: Member) {
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
      (isSame(cell('given_name'), member.givenName) && isSame(cell('first_surname'), member.firstSurname))
    );
  };
}
