/**
 * Predicts what the server will refuse: the scope that a person lacks for an action, and actions of a suspended
 * account.
 */

import type { Call } from '../calls/make-calls.ts';
import { CALLS, type Calls, LINKS, type Links } from './calls.ts';
import type { RoleScope } from './own-calls.ts';

/** A call, or a scope that only a part of a call needs. */
export type Act = keyof Calls | keyof Links | RoleScope;

/** The missing scope, or undefined. If any one of several scopes would be enough, the first is named. */
export function lackingScope(scopes: readonly RoleScope[], act: Act): string | undefined {
  const has = (scope: string) => (scopes as readonly string[]).includes(scope);
  if (!isCall(act)) return has(act) ? undefined : act;
  const { scope = [], alsoScope }: Call = TABLE[act];
  if (scope.length > 0 && !scope.some(has)) return scope[0];
  return alsoScope === undefined || has(alsoScope) ? undefined : alsoScope;
}

/** Whether the action is a change that must wait while the account is suspended. */
export function waitsWhileSuspended(act: Act): boolean {
  if (!isCall(act)) return act.endsWith(':write');
  const { method, evenSuspended }: Call = TABLE[act];
  return method !== 'GET' && evenSuspended === undefined;
}

const TABLE = { ...CALLS, ...LINKS } as const;

function isCall(act: Act): act is keyof typeof TABLE {
  return act in TABLE;
}
