/** The mails that are sent in the background. Undefined if no mail is sent. */

import type { Duties } from '../database/duties.ts';
import type { Logger } from '../kernel/logger.ts';
import { type MemberMail, openMemberMail, startMemberMail } from './own-page/mail/member-mail.ts';
import { openWatchMail, startWatchMail, type WatchMail } from './watches/mail/watch-mail.ts';

export type Mails = { memberMail: MemberMail | undefined; watchMail: WatchMail | undefined };

type MailPorts = Parameters<typeof openMemberMail>[0] & Parameters<typeof openWatchMail>[0];

export function openMails(ports: MailPorts, site: { baseUrl: string }): Mails {
  return { memberMail: openMemberMail(ports, site), watchMail: openWatchMail(ports, site) };
}

/** Starts the loops that send mails. Returns a function for each that stops it. */
export function startMails(ports: Mails & { duties: Duties; logger: Logger }): (() => Promise<void>)[] {
  const { memberMail, watchMail } = ports;
  return [
    ...(memberMail === undefined ? [] : [startMemberMail(ports, memberMail)]),
    ...(watchMail === undefined ? [] : [startWatchMail(ports, watchMail)]),
  ];
}
