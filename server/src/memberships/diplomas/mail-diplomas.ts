/**
 * Mails diplomas to their members, with the PDF. Each is claimed before it is sent (see
 * `../own-page/mail/member-mail.ts`). In test mode no mail is sent.
 */

import { verificationUrl } from '../../certificates/certificate.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { BlobStore } from '../../files/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Mail } from '../../people/mail/ports.ts';
import { readOriginal } from '../documents/read-original.ts';
import { LOCALES } from '../members/member.ts';
import type { SendClaimed } from '../own-page/mail/claimed.ts';
import { type Letter, type Sender, toMail } from '../own-page/mail/letter.ts';
import { claimDiplomaMail, giveDiplomaMailBack } from './pg-diploma-mails.ts';

type MailDiplomaPorts = {
  records: Pick<Database, 'transaction'>;
  blobs: Pick<BlobStore, 'open'>;
  now: Clock;
  baseUrl: string;
};

export async function mailDiplomas(
  ports: MailDiplomaPorts,
  send: SendClaimed,
  isStopping: () => boolean,
): Promise<void> {
  const { records, now } = ports;
  while (!isStopping()) {
    const row = await records.transaction((query) => claimDiplomaMail(query, now()));
    if (row === undefined) return;
    const mail = await toDiplomaMail(ports, row);
    if (mail === undefined) continue;
    await send({ mail, giveBack: () => records.transaction((query) => giveDiplomaMailBack(query, row)) });
  }
}

/** Undefined if the member can no longer be mailed, or the file is no longer kept. */
async function toDiplomaMail({ blobs, baseUrl }: MailDiplomaPorts, row: Row): Promise<Mail | undefined> {
  const to = read.optionalText(row, 'email');
  if (to === undefined) return undefined;
  const accountId = read.id('acct', row, 'account_id');
  const content = await readOriginal({ blobs }, { accountId }, read.sha256Hex(row, 'sha256'));
  if (content === undefined) return undefined;
  const [folio, title] = [read.text(row, 'folio'), read.text(row, 'title')];
  const sender = { council: read.text(row, 'council'), url: `${baseUrl}/my/${accountId}`, livemode: true };
  const check = verificationUrl(baseUrl, { code: read.text(row, 'code') });
  const locale = read.oneOf(row, 'locale', LOCALES);
  const mail = toMail(to, sender, letters(sender, { title, folio, check })[locale], locale);
  return { ...mail, attachments: [{ name: `${folio}.pdf`, type: 'application/pdf', content }] };
}

type Subject = { title: string; folio: string; check: string };

function letters({ council }: Sender, { title, folio, check }: Subject): Record<'es' | 'en', Letter> {
  return {
    es: {
      subject: `Su diploma de «${title}»`,
      lines: [
        `${council} le envía su diploma de «${title}», con folio ${folio}.`,
        `Está certificado: cualquiera comprueba en ${check} que es auténtico y que sigue siendo válido.`,
      ],
      link: 'Ver mi página',
      foot: `Le escribe ${council} porque usted es miembro y el diploma es suyo.`,
    },
    en: {
      subject: `Your diploma of “${title}”`,
      lines: [
        `${council} sends you your diploma of “${title}”, folio ${folio}.`,
        `It is certified: anybody checks at ${check} that it is genuine and still valid.`,
      ],
      link: 'See my page',
      foot: `${council} writes to you because you are a member and the diploma is yours.`,
    },
  };
}
