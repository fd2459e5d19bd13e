/** How the people of an organiser log in: with a code that is mailed to their address. */

import type { Database } from '../../../../database/pool.ts';
import type { Language } from '../../../../http/language.ts';
import { organizerOf, type RequestOrigin } from '../../../../kernel/actor.ts';
import type { Aside } from '../../../../kernel/aside.ts';
import { AppError, refusedOr } from '../../../../kernel/errors.ts';
import type { AccountId } from '../../../../kernel/ids.ts';
import { sha256 } from '../../../../kernel/sha256.ts';
import type { Tools, Who } from '../../../../operations/operation.ts';
import type { Mailer } from '../../../../people/mail/ports.ts';
import { emailKey } from '../../../members/email-key.ts';
import { note } from '../../../note-change.ts';
import { assertRightCode, makeCode, wrongCode } from '../../../own-page/entrance/codes.ts';
import { giveTryBack, useUpCode } from '../../../own-page/entrance/pg-codes.ts';
import { claimCode, claimTry, type ThrottlePorts } from '../../../own-page/entrance/throttles.ts';
import { sendQuietly } from '../../../own-page/mail/send-quietly.ts';
import { readPageSettings } from '../../../own-page/pg-page-settings.ts';
import { deskUrl, type Organizer } from '../../organizer.ts';
import { deskCodeMail } from '../../organizer-mails.ts';
import { findByAddress, isKnownBrowser, knowBrowser, openDeskSession } from './pg-desk-sessions.ts';

const SESSION_MS = 24 * 3_600_000;
const BROWSER_MS = 400 * 24 * 3_600_000;

export type DeskEntrancePorts = ThrottlePorts &
  Pick<Tools, 'now' | 'randomBytes' | 'serverKeys'> & {
    records: Pick<Database, 'query' | 'transaction'>;
    aside: Aside;
    mail: Mailer | undefined;
  };

/** The council of the desk, and how its people read. */
type DeskAsked = {
  accountId: AccountId;
  baseUrl: string;
  language: Language;
  origin: RequestOrigin;
};

type OpenedDesk = { token: string; expiresAt: Date };

/**
 * Known and unknown addresses get the same answer equally fast: look-up, code and mail happen in the background, and
 * everything except the mail happens for both.
 */
export async function askForDeskCode(
  ports: DeskEntrancePorts,
  { accountId, baseUrl, language, origin }: DeskAsked,
  email: string,
  browser: string,
): Promise<void> {
  const { mail } = ports;
  if (mail === undefined) throw mailMissing();
  const address = emailKey(email);
  const isKnown = await isKnownBrowser(ports.records, accountId, address, sha256(browser), ports.now());
  await claimCode(ports, accountId, address, origin, isKnown ? browser : undefined);
  ports.aside.start('mail desk code', async () => {
    const made = await ports.records.transaction(async (query) => {
      const code = await makeCode({ ...ports, query }, accountId, { organizerAddress: address, browser });
      const [first] = await findByAddress({ query }, accountId, address);
      return { code, first, council: (await readPageSettings({ query }, accountId))?.name ?? '' };
    });
    const { first, code, council } = made;
    const typed = first?.emails.find((one) => emailKey(one) === address);
    if (first === undefined || typed === undefined) return;
    const sender = { council, url: deskUrl(baseUrl, accountId), livemode: first.livemode };
    await sendQuietly(mail, deskCodeMail(sender, typed, code, language));
  });
}

type Given = { email: string; code: string; organizerId: string | undefined; browser: string | undefined };

/** Somebody who works for several organisers chooses one, with the same code. */
export async function enterDesk(
  ports: DeskEntrancePorts,
  accountId: AccountId,
  given: Given,
  origin: RequestOrigin,
): Promise<OpenedDesk | { choose: Organizer[] }> {
  await claimTry(ports, origin);
  const address = emailKey(given.email);
  // A browser that never asked has no code: nobody's tries are counted.
  const browser = given.browser ?? '';
  const subject = { organizerAddress: address, browser };
  // In its own transaction: a wrong guess stays counted even if the log-in is rolled back.
  const right = await ports.records.transaction((query) =>
    refusedOr(assertRightCode({ ...ports, query }, accountId, subject, given.code)),
  );
  if (right instanceof AppError) throw right;
  return ports.records.transaction(async (query) => {
    const organizers = await findByAddress({ query }, accountId, address, { isToEnter: true });
    const chosen = choose(organizers, given.organizerId);
    if (chosen === undefined && organizers.length > 1) {
      await giveTryBack({ query }, accountId, right.subject);
      return { choose: organizers };
    }
    if (chosen === undefined) throw wrongCode();
    if (!(await useUpCode({ query }, accountId, right.subject, right.codeMac))) throw wrongCode();
    return open({ ...ports, query }, accountId, chosen, { address, browser, origin });
  });
}

function choose(organizers: readonly Organizer[], organizerId: string | undefined): Organizer | undefined {
  if (organizerId !== undefined) return organizers.find(({ id }) => id === organizerId);
  return organizers.length === 1 ? organizers[0] : undefined;
}

async function open(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes'>,
  accountId: AccountId,
  { id: organizerId, livemode }: Organizer,
  { address, browser, origin }: { address: string; browser: string; origin: RequestOrigin },
): Promise<OpenedDesk> {
  const token = Buffer.from(tools.randomBytes(32)).toString('base64url');
  const createdAt = tools.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  const own = { accountId, organizerId, emailKey: address };
  await openDeskSession(tools, { ...own, tokenHash: sha256(token), createdAt, expiresAt });
  const known = { tokenHash: sha256(browser), expiresAt: new Date(createdAt.getTime() + BROWSER_MS) };
  await knowBrowser(tools, { ...own, ...known });
  const who = { accountId, livemode, by: organizerOf(organizerId, origin) } as Who;
  await note(tools, who, 'organizer.log_in', organizerId);
  return { token, expiresAt };
}

function mailMissing(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail, so nobody can enter here. Send your rosters to the council.',
    es: 'Este servicio no envía correo, así que aquí no puede entrar nadie. Envíe sus listas al consejo.',
  });
}
