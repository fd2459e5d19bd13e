/**
 * Runs the heavy files first: a long one that starts last would leave the other workers idle. Those that mostly wait
 * (for a server to start, to die or to give up) are spread between those that compute.
 */

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their seconds in a run of everything; what is not named comes last. */
const HEAVIEST = [
  'proof/src/timestamps/timestamp-mutations.test.ts',
  'tests/e2e/dashboard-certificates.test.ts',
  'tests/e2e/council-journey.test.ts',
  'tests/security/every-parameter.test.ts',
  'tests/e2e/',
  'tests/integration/upkeep/',
  'tests/integration/cli/',
  'tests/interop/generators.test.ts',
  'tests/security/master-key.test.ts',
  'tests/integration/anchoring/',
  'tests/integration/files/',
  'tests/interop/',
  'tests/integration/',
  'tests/security/',
  'tests/contracts/',
];

const WAITING = 'tests/chaos/';
const LONGEST_WAITING = 'tests/chaos/kills.test.ts';
/** The number of other files between two waiting ones, so that rarely more than one of these runs. */
const BETWEEN = 2;

export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter((file) => isIn(file, WAITING));
    const others = sorted.filter((file) => !isIn(file, WAITING));
    return spread(
      waiting.toSorted(
        (one, other) => Number(isIn(other, LONGEST_WAITING)) - Number(isIn(one, LONGEST_WAITING)),
      ),
      others.toSorted((one, other) => weigh(one) - weigh(other)),
    );
  }
}

function isIn({ moduleId }: TestSpecification, part: string): boolean {
  return moduleId.includes(`/${part}`);
}

function weigh(file: TestSpecification): number {
  const place = HEAVIEST.findIndex((part) => isIn(file, part));
  return place === -1 ? HEAVIEST.length : place;
}

function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const rounds = Math.max(few.length, Math.ceil(many.length / BETWEEN));
  return Array.from({ length: rounds }, (_, round) => [
    ...few.slice(round, round + 1),
    ...many.slice(round * BETWEEN, (round + 1) * BETWEEN),
  ]).flat();
}
