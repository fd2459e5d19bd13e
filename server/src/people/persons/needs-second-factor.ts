import type { Person } from './ports.ts';

/** Whether the password alone is not enough to log in. */
export function needsSecondFactor({
  hasAuthenticatorApp,
  passkeys,
}: Pick<Person, 'hasAuthenticatorApp' | 'passkeys'>): boolean {
  return hasAuthenticatorApp || passkeys > 0;
}
