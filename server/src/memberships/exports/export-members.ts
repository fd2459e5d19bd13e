/** The members that a filter matches, each with its memberships. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { Walk } from '../../operations/walk-list.ts';
import { type MemberStanding, showStandings } from '../members/list/member-standing.ts';
import { walkMembers } from '../members/list/pg-list-members.ts';
import { MemberSchema, showMembers } from '../members/member-record.ts';
import type { ExportedKind, ExportedRecord } from './export-table.ts';
import { programNames } from './pg-program-names.ts';

const { object: _, ...FIELDS } = MemberSchema.properties;

/**
 * A table has one line for each member, and therefore only one membership: that of the program in the filter, or else
 * the newest one that has not ended. `memberships` says how many there are.
 */
export const EXPORTED_MEMBERS: ExportedKind = {
  schema: Type.Object({
    ...FIELDS,
    program_id: nullable(Type.String()),
    program: nullable(Type.String()),
    standing: nullable(Type.String()),
    valid_until: nullable(Type.String()),
    met: nullable(Type.Boolean()),
    missing_points: nullable(Type.Number()),
    missing_items: nullable(Type.String()),
    memberships: Type.Integer(),
  }),
  forPeople: [
    ...['member_number', 'given_name', 'first_surname', 'second_surname', 'email', 'phone', 'curp', 'rfc'],
    ...['professional_license', 'specialty', 'specialty_license', 'member_since', 'status', 'program'],
    ...['standing', 'valid_until', 'met', 'missing_points', 'missing_items', 'external_id'],
  ],
};

type Asked = { filter: Parameters<typeof walkMembers>[2]; today: string; walk: Walk; baseUrl: string };

/** CURP and RFC are shown as in lists, and each disclosure is recorded in the audit log. */
export async function* exportMembers(
  tools: Pick<Tools, 'query' | 'now' | 'serverKeys'>,
  who: Who,
  { filter, today, walk, baseUrl }: Asked,
): AsyncGenerator<ExportedRecord[]> {
  const nameOf = await programNames(tools, who);
  for await (const lot of walkMembers(tools, who, filter, today, walk)) {
    const members = await showMembers(tools, who, lot, baseUrl);
    const standings = Map.groupBy(await showStandings(tools, who, lot, today), ({ member_id }) => member_id);
    yield members.map((member) => {
      const memberships = standings.get(member.id) ?? [];
      const shown = memberships.find(({ program_id }) => program_id === filter.program_id) ?? memberships[0];
      return {
        record: { ...member, memberships },
        cells: { ...member, ...toCells(shown, nameOf), memberships: memberships.length },
      };
    });
  }
}

function toCells(membership: MemberStanding | undefined, nameOf: ReadonlyMap<string, string>) {
  if (membership === undefined) return {};
  const { program_id, standing, valid_until, met, missing_points, missing_items } = membership;
  return {
    ...{ program_id, program: nameOf.get(program_id), standing, valid_until, met, missing_points },
    missing_items: missing_items.join(', '),
  };
}
