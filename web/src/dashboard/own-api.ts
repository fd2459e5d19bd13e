/**
 * The calls of the dashboard's back end that need no scope: log-in, and what belongs to a person. They are separate
 * from `api.ts`, so that the log-in page need not load the table of all others.
 */

import { ApiError, type BackEnd, makeCalls, makeLinks } from '../calls/make-calls.ts';
import { accountOfCalls } from './account.ts';
import { OWN_CALLS, OWN_LINKS, type OwnCalls, type OwnLinks } from './own-calls.ts';

export { ApiError } from '../calls/make-calls.ts';
export type * from './own-calls.ts';
export { ROLES } from './own-calls.ts';

export const BACK_END: BackEnd = {
  base: () => '/api/dashboard',
  account: accountOfCalls,
  noAnswer: {
    en: 'The server isn’t responding. Check your connection and try again.',
    es: 'El servidor no responde. Revise su conexión e inténtelo de nuevo.',
  },
};

export const ownApi = makeCalls<OwnCalls>(BACK_END, OWN_CALLS);
export const ownLinks = makeLinks<OwnLinks>(BACK_END, OWN_LINKS);

/** The status 401 is not enough: a wrong authentication code gives it too, and does not end the session. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}

/** The address names an account in which the person has no seat. */
export function isNoAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** Either the role changed after the page had read the role's scopes, or the account now requires a second factor. */
export function lacksRights(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  return error.code === 'insufficient_role' || error.code === 'second_factor_required';
}
