/** Mails the owners of an account about an operator's decision, once it is stored. */

import type { AccountId } from '../kernel/ids.ts';
import type { MailSite } from '../people/mail/ports.ts';
import { type NoticePorts, tellOthers } from '../people/mail/tell-people.ts';
import type { SeatStore } from '../people/teams/ports.ts';
import { type Decision, decisionMail } from './mails.ts';

export type TellPorts = NoticePorts & {
  seats: Pick<SeatStore, 'owners'>;
  site: MailSite & { supportUrl: string | undefined };
};

/** The language for people who have chosen none: that of Mexico, whose standard this service is for. */
const LANGUAGE = 'es';

export function tellAccount(ports: TellPorts, accountId: AccountId, decision: Decision): void {
  tellOthers(
    ports,
    () => ports.seats.owners(accountId),
    LANGUAGE,
    (to, language) => decisionMail(ports.site, to, decision, language),
  );
}
