/** The path of a request as it may be logged. A reader of the log must not be able to open what the request opened. */

/** Parameters that are secrets: anyone who has the address can open what it names. */
const SECRET_PARAMETERS = /:(?:code|token|signature|secret)\b/;
/** A part of a path that is so long that it may be a secret in the wrong place. */
const LONG_RUN = /[\w%-]{16,}/g;
/** Ids identify something but give no access. */
const ID = /^[a-z]+_[0-9A-Za-z]{22}$/;
const EMAIL = /@|%40/;
/**
 * A CURP or an RFC that somebody put into an address. Every part of the pattern has a limit, so that the search takes
 * linear time.
 */
const IDENTIFIER = /[A-Z&%]{3,7}\d{6}[A-Z\d]{3,8}/gi;
const API_KEY = /(_(?:live|test)_)[0-9A-Za-z]{20,}/g;
const SHOWN_CHARACTERS = 4;
const LONGEST = 200;
/**
 * How much of a path is read. The caller chooses the length of the path, but the work delays everybody, so the rest is
 * ignored.
 */
const LONGEST_READ = 2 * LONGEST;

/** `route` is the pattern that the path matched, if any. Queries are never logged. */
export function loggablePath(url: string, route: string | undefined): string {
  const path = beginningOf(url.split('?', 1)[0] ?? '');
  // If the pattern has no parameters, the path contains nothing that the caller chose.
  if (path === route) return path;
  const impersonal = path.split('/').map(hidePerson).join('/');
  return hideSecrets(impersonal, route).replace(API_KEY, '$1…').slice(0, LONGEST);
}

/**
 * The beginning of a long path, without the segment that the limit cuts in two: a secret that is cut might be too short
 * to be recognised.
 */
function beginningOf(path: string): string {
  if (path.length <= LONGEST_READ) return path;
  const read = path.slice(0, LONGEST_READ);
  return `${read.slice(0, read.lastIndexOf('/') + 1)}…`;
}

function hideSecrets(path: string, route: string | undefined): string {
  // A mistyped address may hold anything, such as the code of a certificate below a wrong folder.
  if (route === undefined || route === '/dashboard/*' || route === '/operator/*')
    return path.replace(LONG_RUN, shorten);
  const pattern = route.split('/');
  return path
    .split('/')
    .map((part, i) => {
      if (SECRET_PARAMETERS.test(pattern[i] ?? '')) return shorten(part);
      const isOwnWord = pattern[i] === part || pattern.includes('*') || ID.test(part);
      return isOwnWord ? part : part.replace(LONG_RUN, shorten);
    })
    .join('/');
}

/**
 * Replaces a part that identifies a person. Ids are kept, although some of them contain something that looks like an
 * RFC.
 */
function hidePerson(part: string): string {
  if (ID.test(part)) return part;
  return EMAIL.test(part) ? shorten(part) : part.replace(IDENTIFIER, shorten);
}

function shorten(text: string): string {
  return `${text.slice(0, SHOWN_CHARACTERS)}…`;
}
