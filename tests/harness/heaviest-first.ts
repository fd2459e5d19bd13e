/** Runs the heavy folders first: a long file that starts last would leave the other worker idle. */

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const HEAVIEST = [
  'proof/src/timestamps/timestamp-mutations.test.ts',
  'tests/chaos/kills.test.ts',
  'tests/e2e/',
  'tests/chaos/',
  'tests/integration/upkeep/',
  'tests/integration/database/',
  'tests/integration/',
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
