/** The awards that a filter matches, with the names that readers need. */

import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { Walk } from '../../operations/walk-list.ts';
import { AwardSchema, toAwardRecord } from '../awards/award.ts';
import { type AwardFilter, walkAwards } from '../awards/pg-awards.ts';
import { courseTitles, memberNames } from '../overview/pg-names.ts';
import type { ExportedKind, ExportedRecord } from './export-table.ts';

const NAMES = {
  member_number: nullable(Type.String({ description: 'Null unless the caller has `members:read`.' })),
  member_name: nullable(Type.String({ description: 'Null unless the caller has `members:read`.' })),
  title: nullable(
    Type.String({
      description: 'The title of an activity; that of a course only if the caller has `courses:read`.',
    }),
  ),
};

const { object: _, ...FIELDS } = AwardSchema.properties;

export const EXPORTED_AWARDS: ExportedKind = {
  schema: Type.Object({
    ...FIELDS,
    ...NAMES,
    points_total: Type.Number(),
    categories: Type.String(),
    diploma_folio: nullable(Type.String()),
  }),
  forPeople: [
    ...['member_number', 'member_name', 'title', 'role', 'completed_on', 'points_total', 'categories'],
    ...['hours', 'attendance_percent', 'score', 'status', 'decision_reason', 'diploma_folio'],
    ...['external_id', 'reported_on'],
  ],
};

type Asked = { filter: AwardFilter; walk: Walk; baseUrl: string };

export async function* exportAwards(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { filter, walk, baseUrl }: Asked,
): AsyncGenerator<ExportedRecord[]> {
  for await (const lot of walkAwards(tools, who, filter, walk)) {
    const nameOf = await readNames(tools, who, lot);
    yield lot.map((award) => {
      const record = { ...toAwardRecord(award, baseUrl), ...nameOf(award) };
      return { record, cells: { ...record, ...toCells(record) } };
    });
  }
}

type Named = { memberId: string; courseId: string | undefined; activity: { title: string } | undefined };

/** Names of people and courses are included only for callers who could also read these records. */
async function readNames(tools: Pick<Tools, 'query'>, who: Who, awards: readonly Named[]) {
  const [members, courses] = [who.may('members:read'), who.may('courses:read')];
  const memberOf = members
    ? await memberNames(
        tools,
        who,
        awards.map(({ memberId }) => memberId),
      )
    : undefined;
  const titles = courses
    ? await courseTitles(
        tools,
        who,
        awards.flatMap(({ courseId }) => courseId ?? []),
      )
    : undefined;
  return ({ memberId, courseId, activity }: Named) => {
    const member = memberOf?.(memberId);
    return {
      member_number: member?.member_number ?? null,
      member_name: member?.name ?? null,
      title: activity?.title ?? titles?.get(courseId ?? '') ?? null,
    };
  };
}

function toCells({ points, decision, diploma, created_at }: ReturnType<typeof toAwardRecord>) {
  return {
    // Summed in hundredths, so that 0.1 + 0.2 gives exactly 0.3.
    points_total: points.reduce((sum, line) => sum + Math.round(line.points * 100), 0) / 100,
    categories: [...new Set(points.map(({ category }) => category))].join(', '),
    decision_reason: decision?.reason ?? null,
    diploma_folio: diploma?.folio ?? null,
    reported_on: created_at.slice(0, 10),
  };
}
