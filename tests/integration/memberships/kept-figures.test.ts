/** M3: the stored counts behind the overview equal a count of all memberships, whatever was done before. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOverview } from '../../../server/src/memberships/overview/pg-overview.ts';
import { addUpTallies } from '../../../server/src/memberships/overview/pg-tallies.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let tamperer: Tamperer;
let programId: string;

const RULES = {
  term_months: 12,
  grace_days: 30,
  renewal_opens_days: 120,
  categories: [{ code: 'emc', name: 'EMC' }],
  requirements: [{ code: 'total', min_points: 10, period: 'term' as const }],
};

/** Among 36 members: every standing, met and not. */
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  tamperer = await openTamperer(sello.database.url);
  programId = (await council.program({ rules: RULES })).id;
  const rows = Array.from({ length: 36 }, (_, n) => ({
    given_name: 'Ana',
    first_surname: `Luna ${n}`,
    program_id: programId,
    starts_on: council.today(-420 + n * 12 + (n % 9 === 8 ? 400 : 0)),
  }));
  await council.must('POST', '/members/import', { rows });
});
afterAll(async () => {
  await tamperer.close();
});

const shown = async () => {
  const owner = { accountId: council.accountId, livemode: true };
  const query = (text: string, params: readonly unknown[] = []) => sello.database.query(text, params);
  return readOverview({ query }, owner, council.today());
};

/** Counts the same figures by looking at every membership. */
async function counted() {
  const rows = await tamperer.run(
    `select case when effective_status <> 'active' then effective_status when starts_on > $1::date then 'scheduled'
                 when lapses_on <= $1::date then 'lapsed' when valid_until < $1::date then 'grace' else 'current' end as standing,
            effective_status = 'active' and valid_until >= $1::date as is_ending, valid_until::text as ends_on, term_met
       from memberships where account_id = $2 and livemode`,
    [council.today(), council.accountId],
  );
  const among = (test: (row: (typeof rows)[number]) => unknown) => rows.filter(test).length;
  return {
    standings: Object.fromEntries(
      ['scheduled', 'delinquent', 'current', 'grace', 'lapsed', 'suspended', 'ended'].map((name) => [
        name,
        among(({ standing }) => standing === name),
      ]),
    ),
    ending: [30, 60, 90].map((days) => [
      among((row) => row.is_ending && String(row.ends_on) <= council.today(days)),
      among((row) => row.is_ending && row.term_met && String(row.ends_on) <= council.today(days)),
    ]),
  };
}

async function expectSame(): Promise<void> {
  const [program] = (await shown()).programs;
  const figures = {
    standings: program?.standings,
    ending: program?.ending.map(({ count, met }) => [count, met]),
  };
  expect(figures).toEqual(await counted());
}

const rowCount = async () =>
  Number((await tamperer.run('select count(*) from membership_tallies'))[0]?.count);

test('M3 the figures follow openings, points, suspensions, ends, renewals and merges, before and after they are summed up', async () => {
  await expectSame();
  expect(Object.values((await counted()).standings).filter((count) => count === 0)).toHaveLength(3);
  const { memberships } = await council.must('GET', `/memberships?program_id=${programId}&limit=100`);
  type Listed = { standing: string; current_term: { ends_on: string } };
  // Sorted by the end of the term, because the list has the members of one import in the order of their random ids.
  const current = memberships
    .filter(({ standing }: Listed) => standing === 'current')
    .toSorted((a: Listed, b: Listed) => a.current_term.ends_on.localeCompare(b.current_term.ends_on));
  const give = async ({ member_id }: { member_id: string }) => {
    const { award } = await council.must('POST', '/awards', {
      member_id,
      activity: { title: 'Congreso' },
      completed_on: council.today(-1),
      points: [{ program_id: programId, category: 'emc', points: 10 }],
    });
    await council.must('POST', `/awards/${award.id}/approve`, {});
    return award.id;
  };
  // Runs the changes at once: none waits for a counter, and none is lost.
  const awards = await Promise.all(current.slice(0, 10).map(give));
  await expectSame();
  await addUpTallies(sello.database);
  await expectSame();
  await council.must('POST', `/awards/${awards[0]}/revoke`, { reason: 'error' });
  await council.must('POST', `/memberships/${current[1].id}/suspend`, {});
  await council.must('POST', `/members/${current[2].member_id}/suspend`, {});
  await council.must('POST', `/memberships/${current[3].id}/end`, {});
  const due = current
    .slice(4, 10)
    .filter(({ current_term }: Listed) => current_term.ends_on < council.today(100));
  for (const { id } of due) await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  expect(due.length).toBeGreaterThan(0);
  await council.must('POST', `/members/${current[11].member_id}/merge`, {
    into: (await council.member()).id,
    reason: 'la misma persona',
  });
  await expectSame();
  const before = await rowCount();
  await Promise.all([addUpTallies(sello.database), addUpTallies(sello.database)]);
  expect(await rowCount()).toBeLessThan(before);
  await expectSame();
  expect((await fsck({ sello })).findings).toEqual([]);
});

test.for([
  'update membership_tallies set count = count + 1 where ctid in (select ctid from membership_tallies limit 1)',
  "update membership_tallies set day = day + 1 where kind = 'ends'",
  "update membership_tallies set is_met = not is_met where kind = 'ends'",
  "update membership_tallies set kind = 'suspended' where kind = 'ended'",
  'delete from membership_tallies',
] as const)('M3 fsck tells and mends: %s', async (change) => {
  await tamperer.run(change);
  const told = await fsck({ sello });
  expect(new Set(told.findings.map(({ code }) => code))).toEqual(new Set(['tallies_differ']));
  const mended = await fsck({ sello }, { repair: true });
  expect([mended.holds, mended.repaired.map(({ kind }) => kind)]).toEqual([true, ['tallies']]);
  await expectSame();
});
