/**
 * Runs the heavy files first: a long one that starts last would leave the other workers idle. Those that mostly wait
 * (for a server to start, to die or to give up) are spread between those that compute.
 */

import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { secondsOf } from './daily.ts';

const WAITING = 'tests/chaos/';
/** The number of other files between two that mostly wait, so that rarely two of these run at the same time. */
const BETWEEN = 2;

export class HeaviestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter((file) => isIn(file, WAITING));
    const others = sorted.filter((file) => !isIn(file, WAITING));
    return spread(heaviestFirst(waiting), heaviestFirst(others));
  }
}

function isIn({ moduleId }: TestSpecification, part: string): boolean {
  return moduleId.includes(`/${part}`);
}

function heaviestFirst(files: TestSpecification[]): TestSpecification[] {
  return files.toSorted((one, other) => secondsOf(other.moduleId) - secondsOf(one.moduleId));
}

function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const rounds = Math.max(few.length, Math.ceil(many.length / BETWEEN));
  return Array.from({ length: rounds }, (_, round) => [
    ...few.slice(round, round + 1),
    ...many.slice(round * BETWEEN, (round + 1) * BETWEEN),
  ]).flat();
}
