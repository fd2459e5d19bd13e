import type { Account } from './ports.ts';

/** Whether the password alone is not enough to log in. */
export function needsSecondFactor({ hasAuthenticatorApp, passkeys }: Account): boolean {
  return hasAuthenticatorApp || passkeys > 0;
}
