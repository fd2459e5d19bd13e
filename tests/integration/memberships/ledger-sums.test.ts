/** The ledger under random sequences of operations. */

import { expect, test } from 'vitest';
import type { MemberId } from '../../../server/src/kernel/ids.ts';
import { entryHash, NO_HASH } from '../../../server/src/memberships/awards/ledger-entry.ts';
import { readEntries } from '../../../server/src/memberships/awards/pg-ledger.ts';
import { refreshTerms } from '../../../server/src/memberships/membership/terms/refresh-terms.ts';
import { forFile } from '../../harness/for-file.ts';
import { accreditedCourse, openProgramCouncil } from '../../harness/program-council.ts';
import { type SeededRandom, seededRandom } from '../../harness/seeded-random.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(async () => openProgramCouncil(sello, (await sello.newAccount()).key));

const OPERATIONS = 250;

test('M3 after any sequence of operations the ledger sums up to the approved points, every chain is valid, and the caches agree', async () => {
  const random = seededRandom();
  const where = `seed ${random.seed}`;
  const members = await Promise.all(Array.from({ length: 4 }, () => council.enrol()));
  const courses = await Promise.all(Array.from({ length: 5 }, () => accreditedCourse(council)));
  const world: Made = { members, courses: courses.map(({ id }) => id), awards: [], rosters: [] };
  for (let done = 0; done < OPERATIONS; ) {
    // Runs several operations at once, so that they get in each other's way.
    const together = 1 + random.below(6);
    await Promise.all(Array.from({ length: together }, () => act(world, random, where)));
    done += together;
  }
  for (const memberId of members) await expectSound(memberId as MemberId, where);
});

type Made = { members: string[]; courses: string[]; awards: string[]; rosters: string[] };

async function act(world: Made, random: SeededRandom, where: string): Promise<void> {
  const pick = (list: readonly string[]) => list[random.below(list.length)] ?? 'none';
  const role = ['attendee', 'speaker'][random.below(2)];
  const post = async (path: string, payload: object) => {
    const answer = await sello.call('POST', `${API}${path}`, { key: council.key, payload });
    expect([200, 201, 404, 409, 422], `${where} ${path} ${answer.text}`).toContain(answer.status);
    return answer.body;
  };
  const reason = { reason: 'x' };
  const points = [{ category: pick(['emc', 'docencia', 'libros']), points: 0.01 + random.below(500) / 100 }];
  switch (random.below(8)) {
    case 0:
    case 1: {
      const { award } = await post('/awards', {
        member_id: pick(world.members),
        course_id: pick(world.courses),
        role,
      });
      if (award) world.awards.push(award.id);
      return;
    }
    case 2: {
      const activity = { activity: { title: 'x' }, completed_on: '2026-01-01', points };
      const { award } = await post('/awards', { member_id: pick(world.members), ...activity });
      if (award) world.awards.push(award.id);
      return;
    }
    case 3: {
      const rows = world.members.map((member_id) => ({ member_id, role }));
      const { roster } = await post(`/courses/${pick(world.courses)}/rosters`, {
        rows,
        approve: random.below(2) === 0,
      });
      if (roster) world.rosters.push(roster.id);
      return;
    }
    case 4:
      return void (await post(`/rosters/${pick(world.rosters)}/revoke`, reason));
    case 5: {
      const decision = pick(['approve', 'reject', 'revoke']);
      const ids = Array.from({ length: 5 }, () => pick(world.awards));
      return void (await post('/awards/decide', { ids, decision, ...reason }));
    }
    default:
      return void (await post(
        `/awards/${pick(world.awards)}/${pick(['approve', 'revoke', 'withdraw'])}`,
        reason,
      ));
  }
}

async function expectSound(memberId: MemberId, where: string): Promise<void> {
  const { database } = sello;
  const query = (text: string, params: readonly unknown[] = []) => database.query(text, params);
  const entries = await readEntries({ query }, [memberId]);
  expect(entries.length, where).toBeGreaterThan(0);
  const sums = new Map<string, number>();
  let prevHash = NO_HASH;
  for (const [index, entry] of entries.entries()) {
    expect(entry.seq).toBe(index + 1);
    expect(Buffer.from(entry.prevHash).equals(prevHash), where).toBe(true);
    expect(Buffer.from(entry.hash).equals(entryHash(entry)), where).toBe(true);
    prevHash = entry.hash;
    const sign = entry.kind === 'award' ? 1 : -1;
    for (const { category, points } of entry.lines) {
      sums.set(category, (sums.get(category) ?? 0) + sign * Math.round(points * 100));
    }
  }
  const approved = await query(
    `select line ->> 'category' as category, sum((line ->> 'points')::bigint)::integer as points
       from awards, jsonb_array_elements(points) as line where member_id = $1 and status = 'approved' group by 1`,
    [memberId],
  );
  const nonzero = Object.fromEntries([...sums].filter(([, points]) => points !== 0));
  expect(nonzero, where).toEqual(
    Object.fromEntries(approved.map(({ category, points }) => [category, points])),
  );
  const terms = () =>
    query(
      `select t.id, t.met, t.counted, t.missing_points from membership_terms t join memberships m on m.id = t.membership_id
        where m.member_id = $1 order by t.id`,
      [memberId],
    );
  const cached = await terms();
  await refreshTerms({ query, now: () => new Date() }, undefined, [memberId]);
  expect(cached, where).toEqual(await terms());
}
