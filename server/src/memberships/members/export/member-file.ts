/** Defines which rows of a table a file of a member's export shows. */

import type { ExportedTable } from '../../../database/exported-rows.ts';
import type { Text } from '../../../kernel/errors.ts';

export type MemberFile = { file: string; what: Text } & ExportedTable;

export const REPORTED = 'who of the council reported it, and whom that person counts as';

export const OF_MEMBERSHIPS = 'membership_id in (select id from memberships where member_id = any($1))';
export const OF_MEMBER = 'member_id = any($1)';

export const columns = (names: string) => names.split(/\s+/);
