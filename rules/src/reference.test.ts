import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membershipCase } from '../../tests/harness/membership-cases.ts';
import { ReferenceMembership } from '../../tests/harness/reference-evaluation.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';

const DAY = '2030-01-01';
// `npm run test:chaos` tries ten thousand of each edition.
const CASES = Number(process.env.SELLO_RULE_CASES ?? 600);

test.for([1, 2] as const)(
  'M1 random rules of edition %i, terms and awards count as a maximum flow and plain recursion say',
  (edition) => {
    fc.assert(
      fc.property(membershipCase({ edition }), ({ terms, awards }) => {
        const reference = new ReferenceMembership(terms, awards);
        const all = evaluateAll(terms, awards, DAY);
        expect(all.map(comparable)).toEqual(terms.map((_, index) => reference.evaluate(index)));
        // A term evaluated alone gives the same result as among all.
        expect(terms.map(({ number }) => evaluate(terms, awards, number, DAY))).toEqual(all);
      }),
      { numRuns: CASES },
    );
  },
);

function comparable({ as_of: _, awards, ...rest }: Evaluation) {
  return {
    ...rest,
    awards: awards.map(({ id, category, counted }) => ({ id, category, counted })),
  };
}
