/** The result of one check of a proof. */
import { ProofError } from './proof-error.ts';

export type CheckOutcome<Name extends string> = {
  name: Name;
  outcome: 'pass' | 'fail' | 'skipped';
  because: string;
};

export function pass<Name extends string>(name: Name, because: string): CheckOutcome<Name> {
  return { name, outcome: 'pass', because };
}

export function fail<Name extends string>(name: Name, because: string): CheckOutcome<Name> {
  return { name, outcome: 'fail', because };
}

export function skip<Name extends string>(name: Name, because: string): CheckOutcome<Name> {
  return { name, outcome: 'skipped', because };
}

/** Unreadable evidence fails the check; any other error is a bug and is thrown again. */
export function failedBy<Name extends string>(name: Name, error: unknown): CheckOutcome<Name> {
  if (error instanceof ProofError) return fail(name, error.message);
  throw error;
}
