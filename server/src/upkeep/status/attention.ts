/** What in a status needs the operator, with the remedy. */

import type { Status } from './status-report.ts';

const LITTLE_ROOM = 0.1;
const BACKUP_AFTER_MS = 7 * 86_400_000;

type Facts = Omit<Status, 'attention'>;

/** Most urgent first. */
export function findAttention(status: Facts, now: Date): string[] {
  return [
    ...aboutPast(status.lostPast),
    ...aboutDatabase(status.database),
    ...aboutKeys(status.keys),
    ...aboutDisk(status.disk),
    ...aboutProxies(status.unnamedProxies),
    ...aboutPeople(status),
    ...aboutBackup(status, now),
  ];
}

function aboutPast(lostPast: string | undefined): string[] {
  if (lostPast === undefined) return [];
  return [`Nothing is certified: ${lostPast}. Stop all servers and see sello recover.`];
}

function aboutDatabase(database: Facts['database']): string[] {
  if (database === undefined) return ['There is no database yet: sello serve makes one.'];
  const { processes, pendingMigrations, log, problems, witnessProblems, stamps, isSuperuser } = database;
  const hasWork = log.waiting > 0;
  return [
    ...(processes === 0 ? ['No server or worker is running.'] : []),
    ...(pendingMigrations.length > 0
      ? [`The schema is older than this version (${pendingMigrations.join(', ')}): run sello migrate.`]
      : []),
    ...(hasWork && processes > 0 ? [`${log.waiting} certificates wait for a place in the log.`] : []),
    ...problems.map(({ network, code, message }) => `${network}: ${code}: ${message}`),
    ...witnessProblems.map(({ witness, code, message }) => `witness ${witness}: ${code}: ${message}`),
    ...aboutStamps(stamps),
    ...(database.replica !== undefined && 'problem' in database.replica
      ? [`The read replica cannot be used (${database.replica.problem}); the database itself answers.`]
      : []),
    ...(isSuperuser
      ? ['The database role is a superuser, which may run programs on its machine: use an ordinary role.']
      : []),
  ];
}

/** Until a later stamp succeeds, evidence rests on the keys of its own stamp alone. */
function aboutStamps({ waiting, newest }: NonNullable<Facts['database']>['stamps']): string[] {
  if (waiting === undefined || waiting.tries === 0) return [];
  const { tries, nextTryAt, failure } = waiting;
  const last =
    newest === undefined ? 'It was never stamped' : `Last stamped ${newest.periodStart.toISOString()}`;
  const why = failure === undefined ? '' : ` (${failure.code}: ${failure.message})`;
  return [
    `The log could not be stamped, ${tries} ${tries === 1 ? 'try' : 'tries'}${why}. ${last}; the next try is at ${nextTryAt.toISOString()}.`,
  ];
}

function aboutKeys({ bare, unreadable }: Facts['keys']): string[] {
  return [
    ...(unreadable > 0
      ? [`${unreadable} keys cannot be unwrapped with the master keys that are here: sello fsck names them.`]
      : []),
    ...(bare > 0
      ? [`${bare} keys are not wrapped: restart a server, once none of an older version runs.`]
      : []),
  ];
}

function aboutDisk(disk: Facts['disk']): string[] {
  if (disk === undefined || disk.freeBytes > disk.totalBytes * LITTLE_ROOM) return [];
  return [`The disk of ${disk.folder} is nearly full.`];
}

function aboutProxies(proxies: Facts['unnamedProxies']): string[] {
  return proxies.map(
    ({ peer, header }) =>
      `${peer} sent ${header} and is not in SELLO_TRUSTED_PROXIES. If it is your proxy, name it there: until then everybody behind it shares one limit of failed logins.`,
  );
}

function aboutPeople({ mail, signup, providers }: Facts): string[] {
  return [
    ...(mail
      ? []
      : [
          signup === 'open'
            ? 'No mail is configured: anybody can sign up with an address of others, and forgotten passwords need sello account reset-password. Set SELLO_SMTP_URL, or SELLO_SIGNUP=closed.'
            : 'No mail is configured: forgotten passwords need sello account reset-password.',
        ]),
    ...(providers.some(({ isAccredited }) => isAccredited)
      ? []
      : ['No accredited provider is configured: time stamps have no legal value under NOM-151.']),
  ];
}

function aboutBackup({ lastBackup, database }: Facts, now: Date): string[] {
  if (database === undefined) return [];
  if (lastBackup === undefined) return ['No backup is known: sello backup FOLDER makes one.'];
  const age = now.getTime() - lastBackup.at.getTime();
  return age > BACKUP_AFTER_MS ? [`The last backup is of ${lastBackup.at.toISOString()}.`] : [];
}
