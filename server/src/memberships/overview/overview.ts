/** The figures of a council. */

import { type Static, Type } from 'typebox';
import { STANDINGS } from '../standing/standing.ts';

const Count = Type.Integer();

/** A count that stops at ten thousand. */
const AtMost = Type.Object({
  count: Count,
  more: Type.Boolean({ description: 'There are more than `count`.' }),
});

const Ending = Type.Object({
  within_days: Type.Integer(),
  last_day: Type.String({ description: 'The last day of the period.' }),
  count: Count,
  met: Type.Integer({ description: 'How many of them meet their requirements.' }),
});

const ProgramFigures = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.String(),
  unit: Type.String(),
  standings: Type.Object(
    Object.fromEntries(STANDINGS.map((standing) => [standing, Count])) as StandingCounts,
  ),
  ending: Type.Array(Ending, { description: 'Terms that end within this many days from today.' }),
});

type StandingCounts = Record<(typeof STANDINGS)[number], typeof Count>;

export const OverviewSchema = Type.Object(
  {
    as_of: Type.String(),
    programs: Type.Array(ProgramFigures),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Such as 2026-01.' }),
        ends: Type.Integer({ description: 'Terms that end in it.' }),
        met: Type.Integer({ description: 'How many of them meet their requirements.' }),
      }),
      { description: 'This month, from today on, and the eleven after it.' },
    ),
    awards_pending: AtMost,
    courses_proposed: AtMost,
    renewals_requested: AtMost,
    corrections_requested: AtMost,
    reviews_to_decide: AtMost,
  },
  { title: 'Overview' },
);

export type Overview = Static<typeof OverviewSchema>;
