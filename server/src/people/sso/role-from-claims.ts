/** Finds the role that the issuer's claims give in the account that the settings name. */

import { ROLE_SCOPES } from '../teams/roles.ts';
import type { ClaimedRole, SsoSettings } from './settings.ts';

/** `refused`: a person with these claims cannot log in. */
export function roleFromClaims(
  { roleClaim, roles, defaultRole }: Pick<SsoSettings, 'roleClaim' | 'roles' | 'defaultRole'>,
  claims: Readonly<Record<string, unknown>>,
): ClaimedRole | 'refused' {
  const given = roleClaim === undefined ? [] : textsIn(claimAt(claims, roleClaim));
  const named = given.map((value) => roles.get(value)).filter((role) => role !== undefined);
  const [most] = named.sort((one, other) => rightsOf(other) - rightsOf(one));
  return most ?? defaultRole;
}

/** A role that may change something ranks above one that only reads, even if that one reads more. */
function rightsOf(role: ClaimedRole): number {
  const scopes = ROLE_SCOPES[role];
  return scopes.length + (scopes.every((scope) => scope.endsWith(':read')) ? 0 : ROLE_SCOPES.admin.length);
}

/** The claim of this name, or a value inside claims, named by a path with dots such as `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}
