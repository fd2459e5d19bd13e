/** Runs the heavy folders first: a long file that starts last would leave the other worker idle. */

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their seconds in a run of everything; what is not named comes last. */
const HEAVIEST = [
  'proof/src/timestamps/timestamp-mutations.test.ts',
  'tests/chaos/kills.test.ts',
  'tests/e2e/',
  'tests/security/every-parameter.test.ts',
  'tests/integration/cli/serve-group.test.ts',
  'tests/interop/generators.test.ts',
  'tests/security/master-key.test.ts',
  'tests/chaos/',
  'tests/integration/upkeep/',
  'tests/integration/anchoring/',
  'tests/integration/files/',
  'tests/interop/',
  'tests/integration/',
  'tests/security/',
  'tests/contracts/',
];

export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => weigh(one) - weigh(other));
  }
}

function weigh({ moduleId }: TestSpecification): number {
  const place = HEAVIEST.findIndex((part) => moduleId.includes(`/${part}`));
  return place === -1 ? HEAVIEST.length : place;
}
