/** The result of one check of a proof. */
import { isUnavailable, ProofError } from './proof-error.ts';

export type CheckOutcome<Name extends string> = {
  name: Name;
  outcome: 'pass' | 'fail' | 'skipped';
  because: string;
  /**
   * A needed check was skipped because the program lacks the algorithm: such a check neither confirms nor contradicts
   * anything.
   */
  isUncheckable?: true;
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

export function uncheckable<Name extends string>(name: Name, because: string): CheckOutcome<Name> {
  return { ...skip(name, because), isUncheckable: true };
}

/** Unreadable evidence fails the check; any other error is a bug and is thrown again. */
export function failedBy<Name extends string>(name: Name, error: unknown): CheckOutcome<Name> {
  if (isUnavailable(error)) return uncheckable(name, error.message);
  if (error instanceof ProofError) return fail(name, error.message);
  throw error;
}
