/** Says what in a status needs the operator's attention, and what to do about it. */

import type { Status, ToldCondition } from './status-report.ts';

const RENEWED_WITHIN_MS = 7 * 86_400_000;
const BACKUP_AFTER_MS = 7 * 86_400_000;

type Facts = Omit<Status, 'attention'>;

/** The messages. Conditions of the list come first; then come faults in how the service was set up. */
export function findAttention(status: Facts, now: Date): string[] {
  return [
    ...status.conditions.map((condition) => `${condition.level}: ${wordsOf(condition, status.database)}`),
    ...aboutDatabase(status),
    ...aboutRenewals(status.renewals, now),
    ...aboutKeys(status.keys),
    ...aboutProxies(status.unnamedProxies),
    ...aboutPeople(status),
    ...aboutProviders(status.providers),
    ...aboutBackup(status, now),
  ];
}

function wordsOf({ name, text }: ToldCondition, database: Facts['database']): string {
  return name === 'log_not_stamped' && database !== undefined ? aboutStamps(database.stamps) || text : text;
}

function aboutDatabase({ database, isDatabaseAway }: Facts): string[] {
  if (isDatabaseAway) return [];
  if (database === undefined) return ['There is no database yet: sello serve makes one.'];
  const { processes, log, isSuperuser } = database;
  return [
    ...(processes === 0 ? ['No server or worker is running.'] : []),
    ...(log.waiting > 0 && processes > 0 ? [`${log.waiting} certificates wait for a place in the log.`] : []),
    ...(isSuperuser
      ? ['The database role is a superuser, which may run programs on its machine: use an ordinary role.']
      : []),
  ];
}

/**
 * The message if checkpoints of the log could not be stamped. Until one is, evidence rests only on the keys of its own
 * stamp.
 */
function aboutStamps({ waiting, newest }: NonNullable<Facts['database']>['stamps']): string {
  if (waiting === undefined) return '';
  const { tries, nextTryAt, failure } = waiting;
  const last =
    newest === undefined ? 'It was never stamped' : `Last stamped ${newest.periodStart.toISOString()}`;
  const why = failure === undefined ? '' : ` (${failure.code}: ${failure.message})`;
  return `The log could not be stamped, ${tries} ${tries === 1 ? 'try' : 'tries'}${why}. ${last}; the next try is at ${nextTryAt.toISOString()}.`;
}

/** A renewal is normally made within hours, so one that has been due for a week needs attention. */
function aboutRenewals(renewals: Facts['renewals'], now: Date): string[] {
  const { due, waiting } = renewals ?? {};
  const tries = waiting?.tries ?? 0;
  if (due === undefined || now.getTime() - due.dueAt.getTime() < RENEWED_WITHIN_MS) return [];
  const failed =
    tries === 0
      ? ''
      : ` It failed ${tries} ${tries === 1 ? 'time' : 'times'}: stamps.not_renewed in the program’s log says why.`;
  return [
    `The time stamps must be renewed before ${due.of} ends on ${due.endsAt.toISOString().slice(0, 10)}; this has been due since ${due.dueAt.toISOString().slice(0, 10)}.${failed}`,
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

function aboutProxies(proxies: Facts['unnamedProxies']): string[] {
  return proxies.map(
    ({ peer, header }) =>
      `${peer} sent ${header} and is not in SELLO_TRUSTED_PROXIES. If it is your proxy, name it there: until then everybody behind it shares one limit of failed logins.`,
  );
}

function aboutPeople({ mail, signup }: Facts): string[] {
  return [
    ...(mail
      ? []
      : [
          signup === 'open'
            ? 'No mail is configured: anybody can sign up with an address of others, and forgotten passwords need sello person reset-password. Set SELLO_SMTP_URL, or SELLO_SIGNUP=closed.'
            : 'No mail is configured: forgotten passwords need sello person reset-password.',
        ]),
  ];
}

/**
 * The message about providers. If the settings call a root accredited, that is only a claim. A token that was verified
 * under the root shows that the provider uses it.
 */
function aboutProviders(providers: Facts['providers']): string[] {
  if (!providers.some(({ isExpectedToBe }) => isExpectedToBe))
    return ['No accredited provider is configured: time stamps have no legal value under NOM-151.'];
  return providers
    .filter(({ isExpectedToBe, isAccredited, lastTokenAt }) => isExpectedToBe && !isAccredited && lastTokenAt)
    .map(
      ({ name }) =>
        `${name} is configured as accredited, but its newest token is not: it has another root. Look at the roots of this provider.`,
    );
}

function aboutBackup({ lastBackup, database }: Facts, now: Date): string[] {
  if (database === undefined) return [];
  if (lastBackup === undefined) return ['No backup is known: sello backup FOLDER makes one.'];
  const age = now.getTime() - lastBackup.at.getTime();
  return age > BACKUP_AFTER_MS ? [`The last backup is of ${lastBackup.at.toISOString()}.`] : [];
}
