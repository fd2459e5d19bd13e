/** How the people of an organiser log in: with a code that is mailed to their address. */

import { organizerOf } from '../../../../kernel/actor.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { sha256 } from '../../../../kernel/sha256.ts';
import type { Who } from '../../../../operations/operation.ts';
import { BROWSER_MS } from '../../../entrance-cookies.ts';
import { emailKey } from '../../../members/email-key.ts';
import { note } from '../../../note-change.ts';
import { drawSession, type Entrants } from '../../../own-page/entrance/enter-by-code.ts';
import { deskUrl, type Organizer } from '../../organizer.ts';
import { deskCodeMail } from '../../organizer-mails.ts';
import { findByAddress, isKnownBrowser, knowBrowser, openDeskSession } from './pg-desk-sessions.ts';

/** One address can belong to several organisers, because somebody may work for all of them. */
export const ORGANIZERS: Entrants<Organizer> = {
  work: 'mail desk code',
  subjectOf: (organizerAddress, browser) => ({ organizerAddress, browser }),
  isKnownBrowser,
  findByAddress,
  codeMail({ baseUrl, accountId, language }, { first: { emails, livemode }, address, code, council }) {
    const typed = emails.find((one) => emailKey(one) === address);
    const sender = { council, url: deskUrl(baseUrl, accountId), livemode };
    return typed === undefined ? undefined : deskCodeMail(sender, typed, code, language);
  },
  async open(tools, accountId, { id: organizerId, livemode }, { address, browser, origin }) {
    const { token, ...session } = drawSession(tools);
    const own = { accountId, organizerId, emailKey: address };
    await openDeskSession(tools, { ...own, ...session });
    const expiresAt = new Date(session.createdAt.getTime() + BROWSER_MS);
    await knowBrowser(tools, { ...own, tokenHash: sha256(browser), expiresAt });
    const who = { accountId, livemode, by: organizerOf(organizerId, origin) } as Who;
    await note(tools, who, 'organizer.log_in', organizerId);
    return { token, expiresAt: session.expiresAt };
  },
  mailMissing,
};

function mailMissing(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail, so nobody can enter here. Send your rosters to the council.',
    es: 'Este servicio no envía correo, así que aquí no puede entrar nadie. Envíe sus listas al consejo.',
  });
}
