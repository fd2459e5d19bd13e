/** Mails about seats, once their change is stored. */

import type { AccountId } from '../../kernel/ids.ts';
import type { Mail, MailLanguage, MailSite } from '../mail/ports.ts';
import { type NoticePorts, tellOthers } from '../mail/tell-people.ts';
import type { Person } from '../persons/ports.ts';
import { joinedMail, removedMail, roleChangedMail } from './mails.ts';
import type { SeatStore } from './ports.ts';
import type { Role } from './roles.ts';
import type { TakenSeat } from './team.ts';

export type TellPorts = NoticePorts & { seats: SeatStore };

/** `language`: for people who have chosen none. */
type Telling = { site: MailSite; accountId: AccountId; language: MailLanguage };

export function tellJoined(
  ports: TellPorts,
  { site, accountId, language }: Telling,
  { id, name }: Pick<Person, 'id' | 'name'>,
  role: Role,
): void {
  const others = async () => (await ports.seats.owners(accountId)).filter((owner) => owner.id !== id);
  withAccount(ports, accountId, (account) =>
    tellOthers(ports, others, language, (to, spoken) =>
      joinedMail(site, to, { account, role, name }, spoken),
    ),
  );
}

export function tellRole(ports: TellPorts, telling: Telling, seat: TakenSeat): void {
  tellTaker(ports, telling, seat, (to, account, spoken) =>
    roleChangedMail(telling.site, to, { account, role: seat.role }, spoken),
  );
}

export function tellRemoved(ports: TellPorts, telling: Telling, seat: TakenSeat): void {
  tellTaker(ports, telling, seat, (to, account, spoken) =>
    removedMail(telling.site, to, { account }, spoken),
  );
}

/** Tells the person to whom the seat belongs or belonged. */
function tellTaker(
  ports: TellPorts,
  { accountId, language }: Telling,
  { person }: TakenSeat,
  mailTo: (to: string, account: string, spoken: MailLanguage) => Mail,
): void {
  withAccount(ports, accountId, (account) =>
    tellOthers(
      ports,
      async () => [person],
      language,
      (to, spoken) => mailTo(to, account, spoken),
    ),
  );
}

function withAccount(ports: TellPorts, accountId: AccountId, tell: (name: string) => void): void {
  if (ports.mail === undefined) return;
  ports.aside.start('mail about a seat', async () => tell(await ports.seats.accountName(accountId)));
}
