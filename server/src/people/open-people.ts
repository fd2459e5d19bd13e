/** The ports around people: sessions, second factors, passwords, mail, the audit log. */

import { makeAuditLog } from '../audit/pg-audit.ts';
import type { Database } from '../database/pool.ts';
import { makeAside } from '../kernel/aside.ts';
import type { Log } from '../kernel/logger.ts';
import type { Needs } from '../ports.ts';
import type { Config } from '../settings.ts';
import { makeSessionStore } from './login/pg-sessions.ts';
import { makeThrottle } from './login/pg-throttle.ts';
import { openMailer } from './mail/smtp.ts';
import { makePasswordStore } from './passwords/pg-passwords.ts';
import { makeSecondFactorStore } from './second-factor/pg-second-factors.ts';

export function openPeople(
  config: Config,
  database: Database,
  log: Log,
  onClose: (() => Promise<unknown>)[],
): Needs<'sessions' | 'secondFactors' | 'passwordStore' | 'throttle' | 'audit' | 'mail' | 'aside'> {
  const mail = config.mail && openMailer(config.mail);
  if (mail !== undefined) onClose.push(async () => mail.close());
  const aside = makeAside(log);
  // What is under way ends before the connections that it uses.
  onClose.push(() => aside.settled());
  return {
    sessions: makeSessionStore(database),
    secondFactors: makeSecondFactorStore(database),
    passwordStore: makePasswordStore(database),
    throttle: makeThrottle(database),
    audit: makeAuditLog(database),
    mail,
    aside,
  };
}
