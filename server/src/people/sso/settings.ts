/** Settings of single sign-on: the issuer, what its claims mean, and whether it is the only way to log in. */

import { choice, matching, type Setting, secretOrFile, text } from '../../kernel/settings/kinds.ts';
import type { SettingsReader } from '../../kernel/settings/reader.ts';
import { ROLES, type Role } from '../teams/roles.ts';

export type SsoSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The text on the button. */
  name: string;
  /** The account that people join at their first login. If undefined, they need an invitation. */
  account: string | undefined;
  /** If undefined, roles are given in this service and not by the issuer. */
  roleClaim: string | undefined;
  roles: ReadonlyMap<string, ClaimedRole>;
  defaultRole: 'viewer' | 'refused';
  trustsEmail: boolean;
  /** Whether the issuer is the only way in: no passwords, no passkeys, no sign-up. */
  isOnly: boolean;
};

/** A claim can never make somebody an owner. */
export type ClaimedRole = Exclude<Role, 'owner'>;

const CLAIMED_ROLES = ROLES.filter((role): role is ClaimedRole => role !== 'owner');

const roles: Setting<ReadonlyMap<string, ClaimedRole>, undefined> = {
  name: 'SELLO_OIDC_ROLES',
  fallback: undefined,
  help: 'What the values of that claim mean: `value=role`, separated by commas, such as `staff=certifier,managers=admin`; the role with most rights wins',
  expects: `pairs such as staff=certifier; roles are ${CLAIMED_ROLES.join(', ')}`,
  parse: parseRoles,
};

export const SSO_SETTINGS = {
  issuer: {
    name: 'SELLO_OIDC_ISSUER',
    fallback: undefined,
    help: 'Address of an OpenID Connect issuer, exactly as the issuer writes it: people log in there; by default there is no single sign-on',
    expects: 'an https:// address (http:// on loopback alone)',
    parse: parseIssuer,
  } satisfies Setting<string, undefined>,
  clientId: text('SELLO_OIDC_CLIENT_ID', undefined, 'The id that the issuer gave to this service'),
  clientSecret: secretOrFile(
    'SELLO_OIDC_CLIENT_SECRET',
    'The secret that the issuer gave to this service',
    'File that holds that secret, instead of SELLO_OIDC_CLIENT_SECRET',
    'is empty',
    (given) => given || undefined,
  ),
  ssoName: text('SELLO_OIDC_NAME', 'SSO', 'What the button on the login page calls the issuer'),
  account: matching(
    'SELLO_OIDC_ACCOUNT',
    undefined,
    /^acct_[0-9A-Za-z]{22}$/,
    'the id of an account, such as `sello account list` shows',
    'The account that people join on their first login through the issuer; by default they need an invitation',
  ),
  roleClaim: text(
    'SELLO_OIDC_ROLE_CLAIM',
    undefined,
    'The claim that holds roles or groups; read at every login, for the account of SELLO_OIDC_ACCOUNT alone',
  ),
  roles,
  defaultRole: choice(
    'SELLO_OIDC_DEFAULT_ROLE',
    'viewer',
    ['viewer', 'refused'],
    'The role of a person whose claim has none of those values: `viewer`, or `refused` to refuse the login',
  ),
  trustEmail: choice(
    'SELLO_OIDC_TRUST_EMAIL',
    'off',
    ['on', 'off'],
    'Whether an identity with a verified address is joined with the person who has that address here (`on`); otherwise that person must first log in the old way and agree',
  ),
  ssoOnly: choice(
    'SELLO_OIDC_ONLY',
    'off',
    ['on', 'off'],
    'Whether the issuer is the only way to log in (`on`): passwords, passkeys and sign-up are switched off, and sessions that they opened end',
  ),
};

export function readSsoSettings(read: SettingsReader): SsoSettings | undefined {
  const { take, needed, problems, isGiven } = read;
  const issuer = take(SSO_SETTINGS.issuer);
  const clientId = take(SSO_SETTINGS.clientId);
  const clientSecret = read.takeSecret(SSO_SETTINGS.clientSecret);
  const claims = take(SSO_SETTINGS.roles);
  const settings = {
    name: needed(SSO_SETTINGS.ssoName),
    account: take(SSO_SETTINGS.account),
    roleClaim: take(SSO_SETTINGS.roleClaim),
    roles: claims ?? new Map<string, ClaimedRole>(),
    defaultRole: needed(SSO_SETTINGS.defaultRole) as 'viewer' | 'refused',
    trustsEmail: needed(SSO_SETTINGS.trustEmail) === 'on',
    isOnly: needed(SSO_SETTINGS.ssoOnly) === 'on',
  };
  if (settings.roleClaim !== undefined && settings.account === undefined)
    problems.push('SELLO_OIDC_ROLE_CLAIM needs SELLO_OIDC_ACCOUNT: claims set roles in that account alone');
  if (claims !== undefined && settings.roleClaim === undefined)
    problems.push('SELLO_OIDC_ROLES needs SELLO_OIDC_ROLE_CLAIM');
  if (!isGiven(SSO_SETTINGS.issuer)) {
    if (settings.isOnly) problems.push('SELLO_OIDC_ONLY=on needs SELLO_OIDC_ISSUER');
    return undefined;
  }
  if (clientId === undefined) problems.push('SELLO_OIDC_CLIENT_ID is needed when SELLO_OIDC_ISSUER is set');
  if (clientSecret === undefined)
    problems.push(
      'SELLO_OIDC_CLIENT_SECRET or SELLO_OIDC_CLIENT_SECRET_FILE is needed when SELLO_OIDC_ISSUER is set',
    );
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, ...settings };
}

/** The address is kept exactly as written, because tokens must name the issuer letter by letter. */
function parseIssuer(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? given : undefined;
}

function parseRoles(given: string): ReadonlyMap<string, ClaimedRole> | undefined {
  const found = new Map<string, ClaimedRole>();
  for (const pair of given.split(',')) {
    const end = pair.lastIndexOf('=');
    const value = pair.slice(0, Math.max(end, 0)).trim();
    const role = CLAIMED_ROLES.find((one) => one === pair.slice(end + 1).trim());
    if (value === '' || role === undefined || found.has(value)) return undefined;
    found.set(value, role);
  }
  return found;
}
