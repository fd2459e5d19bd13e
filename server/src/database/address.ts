/** Where the database is: one server, or several of which one takes writes. */

export type DatabaseAddress =
  | { url: string }
  | { host: string; port: number; user: string; database: string };

/** The allowed values of `target_session_attrs`. Values that ask for a standby are missing, because Sello writes. */
const WANTED_SESSIONS = ['any', 'read-write', 'primary'];

type SplitUrl = { scheme: string; login: string; hosts: string[]; rest: string };

/** Makes an address with a single host for each host that the address names, in their order. */
export function urlOfEachHost(url: string): string[] {
  const { scheme, login, hosts, rest } = splitUrl(url);
  return hosts.length < 2 ? [url] : hosts.map((host) => `${scheme}${login}${host}${rest}`);
}

/** Whether the address demands a server that takes writes. */
export function namesWriter(url: string): boolean {
  return /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url);
}

/** The address as it is shown to people. The password is left out, and so is every option except `host`. */
export function shownUrl(url: string): string {
  const { scheme, login, hosts, rest } = splitUrl(url);
  const user = login.slice(0, -1).split(':')[0] ?? '';
  const [path = '', query = ''] = rest.split(/\?(.*)/s);
  const host = new URLSearchParams(query).get('host');
  return `${scheme}${user === '' ? '' : `${user}@`}${hosts.join(',')}${path}${host === null ? '' : `?host=${host}`}`;
}

/**
 * What is wrong with an address, for the operator; undefined if it can be used. The text never quotes the address,
 * which holds a password.
 */
export function problemOfUrl(url: string): string | undefined {
  const { hosts, rest } = splitUrl(url);
  for (const [at, one] of urlOfEachHost(url).entries()) {
    const which = hosts.length > 1 ? `host ${at + 1} of ${hosts.length}` : 'its host or port';
    if (hosts.length > 1 && (hosts[at] === '' || hosts[at]?.startsWith(':')))
      return `DATABASE_URL: ${which} has no name; write postgres://user:password@one:5432,two:5432/database`;
    if (!URL.canParse(one) && !URL.canParse(one.replace('@/', '@socket/')))
      return `DATABASE_URL: ${which} cannot be read; write postgres://user:password@host:5432/database, and signs such as @ / , in the password as %40 %2F %2C`;
  }
  const given = new URLSearchParams(rest.slice(rest.indexOf('?') + 1));
  if (/,/.test(given.get('host') ?? ''))
    return 'DATABASE_URL: several hosts stand before the database (postgres://one:5432,two:5432/database), not in ?host=';
  const wanted = given.get('target_session_attrs');
  if (wanted !== null && !WANTED_SESSIONS.includes(wanted))
    return `DATABASE_URL: target_session_attrs must be ${WANTED_SESSIONS.join(', ')}, because Sello writes`;
  return undefined;
}

/** What is wrong with the address of a replica, which must name one host. That host need not take writes. */
export function problemOfReplicaUrl(url: string, hasPrimary: boolean): string | undefined {
  if (!hasPrimary)
    return 'SELLO_DATABASE_REPLICA_URL: set DATABASE_URL too; the embedded database has no replica';
  if (urlOfEachHost(url).length > 1)
    return 'SELLO_DATABASE_REPLICA_URL: one host; for several replicas, name a balancer in front of them';
  if (/[?&]target_session_attrs=/.test(url))
    return 'SELLO_DATABASE_REPLICA_URL: leave out target_session_attrs; whether it is a replica is looked up';
  return problemOfUrl(url)?.replaceAll('DATABASE_URL', 'SELLO_DATABASE_REPLICA_URL');
}

/** The last `@` before the path ends the login part: an unencoded password may contain one. */
function splitUrl(url: string): SplitUrl {
  const [, scheme = '', place = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const at = place.lastIndexOf('@') + 1;
  return { scheme, login: place.slice(0, at), hosts: place.slice(at).split(','), rest };
}
