import { expect, test } from 'vitest';
import type { AwardLine } from '../../../rules/src/evaluation.ts';
import { forFile } from '../../harness/for-file.ts';
import {
  MEMBERSHIP_VECTORS,
  type MembershipVector,
  REFUSED_RULES,
  RULE_SETS,
  RULES_2_VECTORS,
  shownLikeVector,
} from '../../harness/membership-vectors.ts';
import { expectRefusal, openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

async function expectVector(program: { id: string }, vector: MembershipVector): Promise<void> {
  const { membership, awards, term, expect: expected } = vector;
  const path = `/programs/${program.id}/evaluate`;
  const { evaluation } = await council.must('POST', path, { membership, awards, term });
  const values = shownLikeVector(evaluation);
  expect(values, vector.id).toMatchObject(expected);
  expect(values.by_category, vector.id).toEqual(expected.by_category);
  expect(values.requirements, vector.id).toEqual(expected.requirements);
  expect(evaluation, vector.id).toMatchObject({ term, program_version: 1 });
}

const WITH_EXAMPLES = new Set(MEMBERSHIP_VECTORS.map(({ rule_set }) => rule_set));

test.for(RULE_SETS.filter(({ id }) => WITH_EXAMPLES.has(id)).map(({ id, program }) => ({ id, program })))(
  'M1 $id: a draft with its rules evaluates every example as expected',
  async ({ id, program }) => {
    const { program: draft } = await council.must('POST', '/programs', program);
    expect(draft.status).toBe('draft');
    const vectors = MEMBERSHIP_VECTORS.filter(({ rule_set }) => rule_set === id);
    expect(vectors.length).toBeGreaterThan(0);
    for (const vector of vectors) await expectVector(draft, vector);
  },
);

test.for(MEMBERSHIP_VECTORS.flatMap((vector) => (vector.rules ? [vector] : [])))(
  'M1 $id: $name',
  async (vector) => {
    const { program } = await council.must('POST', '/programs', { name: vector.id, rules: vector.rules });
    await expectVector(program, vector);
  },
);

/** The orders in which the awards are posted: as given, backwards, and by points. */
const ORDERS: readonly ((awards: readonly AwardLine[]) => AwardLine[])[] = [
  (awards) => [...awards],
  (awards) => awards.toReversed(),
  (awards) => awards.toSorted((a, b) => a.points - b.points),
];

test.for(RULES_2_VECTORS.map((vector) => vector))('M1 M2 $id: $name', async (vector) => {
  const { membership, awards, term, rules, checklist = [], reinstate_on, expect: expected } = vector;
  const { program } = await council.must('POST', '/programs', { name: vector.id, rules, checklist });
  for (const order of ORDERS) {
    const { evaluation } = await council.must('POST', `/programs/${program.id}/evaluate`, {
      membership,
      awards: order(awards),
      term,
      ...(reinstate_on !== undefined && { reinstate_on }),
    });
    const own = evaluation.awards.filter(
      ({ because }: { because: string | null }) => because !== 'outside_terms',
    );
    const shown = shownLikeVector({ ...evaluation, awards: own });
    const asked = Object.fromEntries(Object.entries(shown).filter(([key]) => key in expected));
    expect(asked, vector.id).toEqual(expected);
  }
});

test.for(REFUSED_RULES.map((refused) => refused))(
  '$id: $name is refused at $path',
  async ({ id, rules, path }) => {
    const answer = await council.call('POST', '/programs', { name: id, rules });
    expectRefusal(answer, 422, 'invalid_rules');
    expect(answer.body.message).toContain(`${path} `);
  },
);
