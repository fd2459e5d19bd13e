import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { type SeededRandom, seededRandom } from '../../harness/seeded-random.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

const DAY_MS = 86_400_000;
const STEPS = 14;

type Term = { number: number; starts_on: string; ends_on: string; extended_until: string | null };

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

async function termsOf(id: string): Promise<Term[]> {
  const { terms } = await council.must('GET', `/memberships/${id}/terms?limit=100`);
  return terms.reverse();
}

/** What the person in charge might do next; most of it is refused now and then, which is fine too. */
async function step(id: string, random: SeededRandom, lapsed: Set<number>): Promise<void> {
  const newest = (await termsOf(id)).at(-1);
  const { eligibility } = await council.must('GET', `/memberships/${id}/eligibility`);
  switch (random.below(6)) {
    case 0: {
      const until = council.today(random.below(400));
      const [{ id: term }] = (await council.must('GET', `/memberships/${id}/terms?limit=1`)).terms;
      await council.call('POST', `/terms/${term}/extend`, { until, reason: 'x' });
      return;
    }
    case 1: {
      const { renewals } = await council.must('GET', `/renewals?membership_id=${id}&status=approved&limit=1`);
      if (renewals[0]) {
        const annulled = await council.call('POST', `/renewals/${renewals[0].id}/annul`, { reason: 'x' });
        if (annulled.status === 200) lapsed.delete((newest?.number ?? 0) as number);
      }
      return;
    }
    default: {
      const isLate = council.today() > eligibility.closes_on;
      const starts_on = isLate && random.below(2) === 0 ? council.today(-random.below(60)) : undefined;
      const renewed = await council.call('POST', `/memberships/${id}/renewals`, {
        approve: true,
        ...(starts_on !== undefined && { starts_on }),
      });
      if (renewed.status === 201 && isLate) lapsed.add((newest?.number ?? 0) + 1);
      // However the membership was renewed, the new term has the days that had been announced.
      if (renewed.status === 201 && starts_on === undefined) {
        const opened = (await termsOf(id)).at(-1);
        expect(opened).toMatchObject(eligibility.next_term);
      }
    }
  }
}

function expectChain(terms: readonly Term[], lapsed: ReadonlySet<number>, told: string): void {
  for (const [index, term] of terms.entries()) {
    expect(term.starts_on <= term.ends_on, told).toBe(true);
    const before = terms[index - 1];
    if (before === undefined) continue;
    expect(term.number, told).toBe(before.number + 1);
    const days = daysBetween(before.ends_on, term.starts_on);
    if (lapsed.has(term.number)) expect(days, told).toBeGreaterThan(0);
    else expect(days, told).toBe(1);
  }
}

const CALENDARS = [
  { ...RULES, requirements: [], term_months: 1, grace_days: 5, renewal_opens_days: 10 },
  { ...RULES, requirements: [], term_months: 12, grace_days: 0, renewal_opens_days: 60 },
  {
    ...RULES,
    requirements: [],
    term_months: 5,
    grace_days: 45,
    renewal_opens_days: 200,
    anchor: '2020-01-31',
  },
];

test.for(CALENDARS)(
  'M7 terms of one membership never overlap, and have gaps only after a lapse: $term_months months, anchor $anchor',
  async (rules) => {
    const random = seededRandom();
    for (let run = 0; run < 3; run += 1) {
      const { id } = await council.membership({ rules, starts_on: council.today(-random.below(40)) });
      const lapsed = new Set<number>();
      for (let at = 0; at < STEPS; at += 1) {
        await step(id, random, lapsed);
        expectChain(await termsOf(id), lapsed, `seed ${random.seed}, run ${run}, step ${at}`);
        sello.advance(random.below(rules.term_months * 25) * DAY_MS);
      }
      const { pagination } = await council.must('GET', `/renewals?membership_id=${id}`);
      expect(pagination.total, `seed ${random.seed}`).toBeGreaterThan(0);
    }
  },
);
