/** The table of what each role may do in an account. */

import { KEY_SCOPES, type KeyScope, type OperationScope } from '../../operations/scopes.ts';

export const ROLES = ['owner', 'admin', 'developer', 'certifier', 'registrar', 'approver', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

const READING_CERTIFICATES = ['certificates:read', 'proofs:read', 'verify:read', 'usage:read'] as const;
const INTEGRATING = ['webhooks:read', 'webhooks:write', 'events:read', 'keys:read', 'keys:write'] as const;
const READING_MEMBERSHIPS = [
  'programs:read',
  'members:read',
  'memberships:read',
  'courses:read',
  'awards:read',
  'renewals:read',
  'watches:read',
] as const;
const REGISTERING = [
  'members:write',
  'memberships:write',
  'courses:write',
  'awards:write',
  'renewals:write',
  'diplomas:write',
  'members:identify',
  'members:access',
  'watches:write',
] as const;
const DECIDING = ['courses:accredit', 'awards:approve', 'memberships:decide', 'renewals:decide'] as const;

/**
 * Everything that depends on the role. `owner` may close the account, manage its owners, and tighten its security
 * settings.
 */
type RoleScope = KeyScope | 'keys:read' | 'keys:write' | 'account:write' | 'owner';

const ADMIN: readonly RoleScope[] = [...KEY_SCOPES, 'keys:read', 'keys:write', 'account:write'];

export const ROLE_SCOPES: Readonly<Record<Role, readonly RoleScope[]>> = {
  owner: [...ADMIN, 'owner'],
  admin: ADMIN,
  developer: [...READING_CERTIFICATES, 'certificates:write', ...INTEGRATING, ...READING_MEMBERSHIPS],
  certifier: [...READING_CERTIFICATES, 'certificates:write'],
  registrar: [...READING_CERTIFICATES, 'certificates:write', ...READING_MEMBERSHIPS, ...REGISTERING],
  approver: [...READING_CERTIFICATES, ...READING_MEMBERSHIPS, ...DECIDING],
  viewer: [...READING_CERTIFICATES, ...READING_MEMBERSHIPS],
};

const SETS: Readonly<Record<Role, ReadonlySet<string>>> = {
  owner: new Set(ROLE_SCOPES.owner),
  admin: new Set(ROLE_SCOPES.admin),
  developer: new Set(ROLE_SCOPES.developer),
  certifier: new Set(ROLE_SCOPES.certifier),
  registrar: new Set(ROLE_SCOPES.registrar),
  approver: new Set(ROLE_SCOPES.approver),
  viewer: new Set(ROLE_SCOPES.viewer),
};

/** A person with one of these scopes decides on what others report. */
export const DECIDING_ROLES: readonly Role[] = ROLES.filter((role) =>
  DECIDING.some((scope) => ROLE_SCOPES[role].includes(scope)),
);

export function roleMay(role: Role, scope: RoleScope): boolean {
  return SETS[role].has(scope);
}

/**
 * The scope that a role lacks for an operation, or undefined. If any one of several scopes would be enough, the first
 * is named.
 */
export function lackingScope(role: Role, scope: OperationScope): string | undefined {
  const wanted = typeof scope === 'string' ? [scope] : scope;
  return wanted.some((one) => SETS[role].has(one)) ? undefined : wanted[0];
}

/**
 * A key that can read or change memberships may also give roles that can follow members, because a watch shows nothing
 * but a standing. So such a key need not have the scopes of watches itself.
 */
const GIVEN_WITH: Partial<Record<RoleScope, RoleScope>> = {
  'watches:read': 'memberships:read',
  'watches:write': 'memberships:write',
};

/**
 * A scope of the role that somebody with these scopes lacks, so that they cannot give or take away the role; undefined
 * if none is missing.
 */
export function scopeBeyond(may: (scope: RoleScope) => boolean, role: Role): RoleScope | undefined {
  return ROLE_SCOPES[role].find((scope) => !may(scope) && !may(GIVEN_WITH[scope] ?? scope));
}
