/**
 * No operation does what another would refuse: an operation that does the work of several needs the scopes of all of
 * them.
 */

import { globSync, readFileSync } from 'node:fs';
import type { Scope } from '../../server/src/operations/scopes.ts';
import { expectRefusal } from '../harness/memberships.ts';
import { accreditedCourse, openProgramCouncil, type ProgramCouncil } from '../harness/program-council.ts';
import { test as base, expect, FILE } from '../harness/world.ts';

const test = base.extend('world', FILE, ({ sello, client }) => openProgramCouncil(sello, client.key));

/** Functions that change records, and the scopes that a direct change of such records needs. */
const WRITERS = {
  createAward: 'awards:write',
  writeAwards: 'awards:write',
  insertAwards: 'awards:write',
  decideAward: 'awards:approve, or awards:write to withdraw',
  decideAwards: 'awards:approve, or awards:write to withdraw',
  queueDiplomas: 'diplomas:write',
  openMembership: 'memberships:write',
  openMemberships: 'memberships:write',
  openImportedMemberships: 'memberships:write',
  moveMemberships: 'memberships:write',
  moveAwards: 'awards:approve',
  insertMembers: 'members:write',
  updateMembers: 'members:write',
  changeMember: 'members:write',
  requestRenewal: 'renewals:write',
} as const;

/** Who calls them, and why that is allowed. A new caller is listed here with what it checks. */
const CALLERS: Record<string, string> = {
  'awards/create-award.ts': 'its own',
  'awards/decide-awards.ts': 'diplomas of a roster, queued when it was posted with diplomas:write',
  'awards/decide-many.ts': 'its own',
  'awards/decide-operations.ts': 'its own',
  'awards/operations.ts': 'its own',
  'awards/write-awards.ts': 'its own',
  'documents/layout/transcript.ts': 'draws awards, with a function of the same name',
  'members/anonymise-and-merge/anonymise-member.ts': 'members:erase blanks the row itself',
  'members/anonymise-and-merge/merge-members.ts': 'checks awards:approve, awards:write, memberships:write',
  'members/anonymise-and-merge/move-awards.ts': 'called by merging alone, which checks',
  'members/change-member.ts': 'its own',
  'members/create-member.ts': 'its own',
  'members/import/import-members.ts': 'checks memberships:write',
  'members/import/open-imported-memberships.ts': 'called by the import alone, which checks',
  'members/list/change-status.ts': 'its own',
  'members/operations.ts': 'its own',
  'membership/open-membership.ts': 'its own',
  'membership/operations.ts': 'its own',
  'own-page/change-contact.ts': 'the member’s own e-mail and phone, by the door of the own page',
  'own-page/change-operations.ts': 'the member’s own fields and renewal, by the door of the own page',
  'own-page/give-consent.ts': 'the member’s own consent, by the door of the own page',
  'own-page/reports/report-activity.ts': 'the member’s own report, pending, by the door of the own page',
  'own-page/requests/decide-request.ts': 'declared with members:write',
  'renewals/operations.ts': 'its own',
  'rosters/post-roster.ts': 'declared with awards:write; checks awards:approve and diplomas:write',
  'rosters/revoke-roster.ts': 'declared with awards:approve; checks awards:write for pending ones',
};

test('every file that changes awards, memberships, members or renewals is known, with what it checks', () => {
  const root = 'server/src/memberships/';
  const calls = new RegExp(`(?<!function )\\b(?:${Object.keys(WRITERS).join('|')})\\(`);
  const callers = globSync(`${root}**/*.ts`)
    .filter((file) => !file.endsWith('.test.ts') && calls.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(root.length));
  expect(callers.toSorted()).toEqual(Object.keys(CALLERS).toSorted());
});

type Case = {
  name: string;
  scopes: readonly Scope[];
  missing: Scope;
  ask(council: ProgramCouncil): Promise<{ path: string; payload: object }>;
};

const NEW = { given_name: 'Eva', first_surname: 'Sol' };

async function withAward(council: ProgramCouncil, isApproved: boolean) {
  const from = await council.enrol();
  const into = await council.enrol({ startsOn: null });
  const course = await accreditedCourse(council);
  const made = await council.ask('POST', '/awards', 201, { member_id: from, course_id: course.id });
  if (isApproved) await council.ask('POST', `/awards/${made.award.id}/approve`, 200, {});
  return { path: `/members/${from}/merge`, payload: { into, reason: 'Dos veces' } };
}

const CASES: readonly Case[] = [
  ...[false, true].flatMap((dry_run): Case[] => [
    {
      name: `import, program of the rows${dry_run ? ', dry run' : ''}`,
      scopes: ['members:write'],
      missing: 'memberships:write',
      ask: async ({ programId }) => ({
        path: '/members/import',
        payload: { rows: [NEW, { ...NEW, program_id: programId }], dry_run },
      }),
    },
    {
      name: `import, program of all rows${dry_run ? ', dry run' : ''}`,
      scopes: ['members:write'],
      missing: 'memberships:write',
      ask: async ({ programId }) => ({
        path: '/members/import',
        payload: { rows: [NEW], program_id: programId, dry_run },
      }),
    },
    {
      name: `roster that approves${dry_run ? ', dry run' : ''}`,
      scopes: ['awards:write'],
      missing: 'awards:approve',
      ask: async (council) => ({
        path: `/courses/${(await accreditedCourse(council)).id}/rosters`,
        payload: { rows: [{ member_id: await council.enrol() }], approve: true, dry_run },
      }),
    },
  ]),
  {
    name: 'merge that moves approved awards',
    scopes: ['members:erase', 'memberships:write', 'awards:write'],
    missing: 'awards:approve',
    ask: (council) => withAward(council, true),
  },
  {
    name: 'merge that moves pending awards',
    scopes: ['members:erase', 'memberships:write', 'awards:approve'],
    missing: 'awards:write',
    ask: (council) => withAward(council, false),
  },
  {
    name: 'merge that moves memberships',
    scopes: ['members:erase', 'awards:write', 'awards:approve'],
    missing: 'memberships:write',
    ask: async (council) => ({
      path: `/members/${await council.enrol()}/merge`,
      payload: { into: await council.enrol({ startsOn: null }), reason: 'Dos veces' },
    }),
  },
  {
    name: 'roster taken back with pending awards',
    scopes: ['awards:approve', 'awards:read'],
    missing: 'awards:write',
    ask: async (council) => {
      const course = await accreditedCourse(council);
      const rows = [{ member_id: await council.enrol() }];
      const { roster } = await council.ask('POST', `/courses/${course.id}/rosters`, 201, { rows });
      return { path: `/rosters/${roster.id}/revoke`, payload: { reason: 'Otra lista' } };
    },
  },
];

for (const { name, scopes, missing, ask } of CASES) {
  test(`${name}: 403 names ${missing}, and nothing is written`, async ({ world, client, sello }) => {
    const { path, payload } = await ask(world);
    const { key } = await sello.newKey(client.account, { scopes: [...scopes] });
    const count = async () =>
      (
        await sello.database.query(
          `select (select count(*) from members where account_id = $1) as members,
                  (select count(*) from memberships where account_id = $1) as memberships,
                  (select string_agg(id || status || member_id, ' ' order by id) from awards where account_id = $1) as awards,
                  (select count(*) from postings where account_id = $1) as postings`,
          [client.account.id],
        )
      )[0];
    const before = await count();
    const answer = await sello.call('POST', `/api/public/v1${path}`, { key, payload });
    expectRefusal(answer, 403, 'insufficient_scope', new RegExp(missing));
    expect(await count()).toEqual(before);
  });
}
