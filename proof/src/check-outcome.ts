/** How one check of a proof came out, whatever it was about. */
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

/** Evidence that cannot be read fails the check at hand; any other error is our own bug and goes on up. */
export function failedBy<Name extends string>(name: Name, error: unknown): CheckOutcome<Name> {
  if (error instanceof ProofError) return fail(name, error.message);
  throw error;
}
