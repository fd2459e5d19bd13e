/** The current day must come from `memberships/calendar.ts`, which knows a member's test clock. */

import { expect, test } from 'vitest';
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

const ROOM = `${SERVER}/memberships/`;
const files = sourceFiles(SERVER).filter((file) => file.startsWith(ROOM) && file !== `${ROOM}calendar.ts`);

/** Every place that reads "today", and whose day it uses. */
const PLACES: Readonly<Record<string, 'council' | 'member' | 'members' | 'clock'>> = {
  'awards/change-award.ts': 'member',
  'awards/create-award.ts': 'member',
  'clocks/create-clock.ts': 'council',
  'courses/decide-course.ts': 'council',
  'diplomas/compose-diploma.ts': 'member',
  'draws/decide-review.ts': 'council',
  // Only members without a test clock are drawn.
  'draws/follow-draws.ts': 'council',
  // Only members without a test clock are drawn.
  'draws/review-operations.ts': 'council',
  'draws/send-evidence.ts': 'member',
  'markings/post-marking.ts': 'members',
  'members/anonymise-and-merge/anonymise-member.ts': 'member',
  'members/import/open-imported-memberships.ts': 'members',
  'members/list/change-status.ts': 'member',
  'members/list/operations.ts': 'clock',
  'membership/change-status.ts': 'member',
  'membership/open-membership.ts': 'member',
  'membership/operations.ts': 'clock',
  'membership/show-memberships.ts': 'member',
  'membership/terms/mark-checklist.ts': 'member',
  'membership/terms/show-terms.ts': 'member',
  'organizers/desk/rosters/post-operations.ts': 'council',
  'organizers/record/operation.ts': 'council',
  'overview/operations.ts': 'council',
  'own-page/overview.ts': 'member',
  // Sends only mails, and none in test mode.
  'own-page/reminders/remind-members.ts': 'council',
  'programs/trial.ts': 'council',
  'public-page/read-public-member.ts': 'member',
  'renewals/compose-constancia.ts': 'member',
  'renewals/renew-many.ts': 'clock',
  'renewals/renewable.ts': 'member',
  'rosters/post-roster.ts': 'members',
  'transcripts/build-transcript.ts': 'member',
};

/** Calls that find the day. The last argument is missing, or is a member, many members or a clock. */
const CALL = /\btodays?Of\(\s*(?:\{[^}]*\}|\w+)\s*,\s*(?:\{[^}]*\}|\w+)\s*(?:,\s*([^;]*?))?\)/g;

function whoseIn(code: string): string[] {
  return [...code.matchAll(CALL)].map(([call, whose = '']) => {
    if (call.startsWith('todaysOf')) return 'members';
    if (whose === '') return 'council';
    return /^\{\s*clockId\b|\? \{ clockId \}/.test(whose) ? 'clock' : 'member';
  });
}

test('every place that reads the day is listed, with whose day it reads', () => {
  const found = files.flatMap((file) => {
    // Code for many members also reads the council's day, for the case that none of them is found.
    const whose = [...new Set(whoseIn(codeOf(file)))];
    const main = whose.includes('members') ? 'members' : whose[0];
    return main === undefined ? [] : [[file.slice(ROOM.length), main]];
  });
  expect(Object.fromEntries(found)).toEqual(PLACES);
});

/** Ways to find the day without the calendar. */
const OTHER_WAYS =
  /\bcurrent_date\b|\bnow\(\)\s*(?:at time zone|::date)|\bdayIn\(|\b(?:getFullYear|getUTCFullYear|getDate|getUTCDate|getMonth|getUTCMonth)\(|\btoISOString\(\)\.slice\(0, 10\)/;

/** Files that match `OTHER_WAYS` for a legitimate reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'documents/pg-issued-documents.ts': 'beside the day of the clock, which the same statement reads',
  'members/import/read-import-row.ts': 'a function of this name that reads the cells of a row',
  'membership/tell-days.ts':
    'whether a day has begun for each of many councils, without a statement for each',
  'posted-tables/read/workbook/number-format.ts': 'days in the cells of a workbook',
  'watches/pg-watched.ts': 'beside the day of the clock, which the same statement reads',
};

test.for([
  'where day = current_date',
  'select now() at time zone $1',
  'dayIn(zone, now())',
  'now.toISOString().slice(0, 10)',
])('"%s" would be noticed', (code) => {
  expect(code).toMatch(OTHER_WAYS);
});

test('no place finds the day in another way', () => {
  const found = files.filter((file) => OTHER_WAYS.test(codeOf(file)));
  expect(found.map((file) => file.slice(ROOM.length))).toEqual(Object.keys(ALLOWED));
  const page = codeOf(`${ROOM}documents/pg-issued-documents.ts`);
  expect(page).toContain("optionalText(row, 'clock_day') ?? dayIn(");
});
