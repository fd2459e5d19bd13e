/** Permissions of callers. The scopes of a key are a set of them, and so is the role of a person. */

const CERTIFICATE_SCOPES = [
  'certificates:write',
  'certificates:read',
  'proofs:read',
  'verify:read',
  'files:erase',
] as const;

const EVENT_SCOPES = ['webhooks:read', 'webhooks:write', 'events:read'] as const;

const MEMBERSHIP_SCOPES = [
  'programs:read',
  'programs:write',
  'members:read',
  'members:write',
  'members:identify',
  'members:access',
  'members:erase',
  'memberships:read',
  'memberships:write',
  'memberships:decide',
  'courses:read',
  'courses:write',
  'courses:accredit',
  'awards:read',
  'awards:write',
  'awards:approve',
  'diplomas:write',
  'renewals:read',
  'renewals:write',
  'renewals:decide',
] as const;

const WATCH_SCOPES = ['watches:read', 'watches:write'] as const;

const ACCOUNT_SCOPES = ['usage:read', 'audit:read', 'people:read', 'people:write'] as const;

export const SCOPES = [
  ...CERTIFICATE_SCOPES,
  ...EVENT_SCOPES,
  ...MEMBERSHIP_SCOPES,
  ...WATCH_SCOPES,
  ...ACCOUNT_SCOPES,
] as const;

export type Scope = (typeof SCOPES)[number];

/** The only scope of a key of an organiser of courses, which no other key can have. */
export const DESK_SCOPE = 'desk';

export const KEY_SCOPES = [...SCOPES, DESK_SCOPE] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Permissions that only a person's role can have: a key cannot make keys. */
type PersonScope =
  | 'account:write'
  | 'keys:read'
  | 'keys:write'
  /** For a person's own things: password, second factor, sessions. */
  | 'oneself'
  /** For everybody with a seat, whatever the role. */
  | 'any seat'
  /** Reserved for owners. */
  | 'owner'
  /** For people who run the service. */
  | 'operator'
  /** For people who run the service and have proved their identity within the last half hour. */
  | 'proven operator';

/** What an operation requires of its caller. `open`: nothing; `any key`: a key, whatever its scopes. */
export type OperationScope = AnyOfScopes | PersonScope | 'open' | 'any key' | 'own page';

/** A scope, or several of which one is enough; a refusal names the first. */
export type AnyOfScopes = KeyScope | readonly [Scope, ...Scope[]];

export function isForKeys(scope: OperationScope): scope is AnyOfScopes {
  return typeof scope !== 'string' || (KEY_SCOPES as readonly string[]).includes(scope);
}

/** The scopes in the form that `admit_caller` takes. */
export function scopeWords(scopes: AnyOfScopes): string {
  return typeof scopes === 'string' ? scopes : scopes.join(' ');
}

export function mainScope(scopes: AnyOfScopes): KeyScope {
  return typeof scopes === 'string' ? scopes : scopes[0];
}

/**
 * These erase irrecoverable data, reveal identities, open a member's own page or are about the people of the account,
 * so a key has them only if its maker named them.
 */
const NAMED_ONLY: ReadonlySet<Scope> = new Set([
  'files:erase',
  'members:identify',
  'members:access',
  'members:erase',
  'audit:read',
  'people:read',
  'people:write',
]);

/** The scopes of a key that was made without naming any. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !NAMED_ONLY.has(scope));

/** People and the audit log have no mode, so a test key has nothing to do with them. */
export const LIVE_ONLY: ReadonlySet<KeyScope> = new Set(['audit:read', 'people:read', 'people:write']);
