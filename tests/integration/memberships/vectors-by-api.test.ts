import { expect, test } from 'vitest';
import type { Evaluation } from '../../../rules/src/evaluation.ts';
import { forFile } from '../../harness/for-file.ts';
import { MEMBERSHIP_VECTORS, type MembershipVector, RULE_SETS } from '../../harness/membership-vectors.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

/** The values of the vector, out of the answer; `by_category` has only what counts. */
function shown({ by_category, requirements, ...rest }: Evaluation) {
  const counting = by_category.filter(({ counted }) => counted > 0);
  return {
    ...rest,
    by_category: Object.fromEntries(counting.map(({ code, counted }) => [code, counted])),
    requirements: requirements.map(({ name: _, ...requirement }) => requirement),
  };
}

async function expectVector(program: { id: string }, vector: MembershipVector): Promise<void> {
  const { membership, awards, term, expect: expected } = vector;
  const path = `/programs/${program.id}/evaluate`;
  const { evaluation } = await council.must('POST', path, { membership, awards, term });
  const values = shown(evaluation);
  expect(values, vector.id).toMatchObject(expected);
  expect(values.by_category, vector.id).toEqual(expected.by_category);
  expect(values.requirements, vector.id).toEqual(expected.requirements);
  expect(evaluation, vector.id).toMatchObject({ term, program_version: 1 });
}

test.for(RULE_SETS.map(({ id, program }) => ({ id, program })))(
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
