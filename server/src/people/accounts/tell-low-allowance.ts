/** Warns the owners of accounts that have few live certificates left, once for each total number granted. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { claimOnce } from '../../events/note-event.ts';
import type { Mail, MailLanguage, MailSite } from '../mail/ports.ts';
import { type NoticePorts, tellOthers } from '../mail/tell-people.ts';
import type { SeatStore } from '../teams/ports.ts';
import { lowSubject, noteLowAllowance } from './low-allowance.ts';

export type LowAllowancePorts = NoticePorts & { database: Database; seats: Pick<SeatStore, 'owners'> };
export type LowAllowanceSite = MailSite & { supportUrl: string | undefined };

/** The rest is mailed in the next round. */
const MOST_AT_ONCE = 500;

const LOW = `
  select a.id, a.name, a.certificates_left, a.certificates_granted from accounts a
   where a.closed_at is null and a.certificates_granted > 0
     and a.certificates_left::bigint * 10 <= a.certificates_granted
     and not exists (
       select from told_events t
        where t.account_id = a.id
          and t.subject = 'live allowance mail ' || a.certificates_granted
                          || case when a.certificates_left = 0 then ' 0' else ' 10' end
     )
   limit ${MOST_AT_ONCE}`;

export async function tellLowAllowances(ports: LowAllowancePorts, site: LowAllowanceSite): Promise<void> {
  const now = ports.now();
  for (const row of await ports.database.query(LOW, [], 'low-allowances')) {
    const account = { id: read.id('acct', row, 'id'), name: read.text(row, 'name') };
    const [left, granted] = [read.number(row, 'certificates_left'), read.number(row, 'certificates_granted')];
    const owner = { accountId: account.id, livemode: true };
    const isNew = await ports.database.transaction(async (query) => {
      await noteLowAllowance(query, owner, { left, granted }, now);
      return claimOnce(query, owner, `allowance mail ${lowSubject(left, granted)}`, now);
    });
    if (!isNew) continue;
    tellOthers(
      ports,
      () => ports.seats.owners(account.id),
      'es',
      (to, language) => lowMail(site, to, { account: account.name, left, granted }, language),
    );
  }
}

function lowMail(
  { serviceName, baseUrl, supportUrl }: LowAllowanceSite,
  to: string,
  { account, left, granted }: { account: string; left: number; granted: number },
  language: MailLanguage,
): Mail {
  const ask = supportUrl === undefined ? '' : `\n${supportUrl}`;
  if (language === 'es')
    return {
      to,
      subject: `${serviceName}: quedan ${left} certificados en «${account}»`,
      text: `A la cuenta «${account}» le quedan ${left} de los ${granted} certificados reales que se le han otorgado. Sin certificados no se puede certificar nada más; los que ya existen siguen siendo válidos.

En qué se usaron, y para pedir más: ${baseUrl}/dashboard/usage${ask}
`,
    };
  return {
    to,
    subject: `${serviceName}: ${left} certificates left in "${account}"`,
    text: `The account "${account}" has ${left} left of the ${granted} live certificates that it was granted. Without any, nothing more can be certified; those that exist stay valid.

What they were used for, and to ask for more: ${baseUrl}/dashboard/usage${ask}
`,
  };
}
