/** The log-in of members and of organisers' people, with a code that is mailed to their address. */

import type { Database } from '../../../database/pool.ts';
import type { Language } from '../../../http/language.ts';
import type { RequestOrigin } from '../../../kernel/actor.ts';
import type { Aside } from '../../../kernel/aside.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { AccountId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Tools } from '../../../operations/operation.ts';
import type { Mail, Mailer } from '../../../people/mail/ports.ts';
import type { AskingBrowser } from '../../entrance-cookies.ts';
import { emailKey } from '../../members/email-key.ts';
import { sendQuietly } from '../mail/send-quietly.ts';
import { readPageSettings } from '../pg-page-settings.ts';
import { type CodeSubject, checkCode, makeCode, wrongCode } from './codes.ts';
import { giveTryBack, useUpCode } from './pg-codes.ts';
import { claimCode, claimTry, type ThrottlePorts } from './throttles.ts';

const SESSION_MS = 24 * 3_600_000;

export type EntrancePorts = ThrottlePorts &
  Pick<Tools, 'now' | 'randomBytes' | 'serverKeys'> & {
    records: Pick<Database, 'query' | 'transaction'>;
    aside: Aside;
    mail: Mailer | undefined;
  };

export type Opened = { token: string; expiresAt: Date };

/** Somebody who typed the right code. */
type Entering = { address: string; browser: string; origin: RequestOrigin };

export type OpenTools = Pick<Tools, 'query' | 'now' | 'randomBytes'>;

/** Who logs in at a page: members at their own page, or an organiser's people at its desk. */
export type Entrants<One extends { id: string }> = {
  /** The name under which the log reports the background work if it fails. */
  work: string;
  subjectOf(address: string, browser: string): CodeSubject;
  isKnownBrowser(tools: Pick<Tools, 'query'>, browser: AskingBrowser): Promise<boolean>;
  /** With `isToEnter` the records are locked. */
  findByAddress(
    tools: Pick<Tools, 'query'>,
    accountId: AccountId,
    emailKey: string,
    how?: { isToEnter?: boolean },
  ): Promise<One[]>;
  /** The mail with the code. Undefined if there is no address for it. */
  codeMail(
    asked: AskedCode,
    made: { first: One; address: string; code: string; council: string },
  ): Mail | undefined;
  open(tools: OpenTools, accountId: AccountId, chosen: One, entering: Entering): Promise<Opened>;
  mailMissing(): AppError;
};

/** Who requests a code, at which council's page, and in which language. */
type AskedCode = {
  accountId: AccountId;
  baseUrl: string;
  language: Language;
  origin: RequestOrigin;
  email: string;
  browser: string;
};

/**
 * Known and unknown addresses get the same answer equally fast: look-up, code and mail happen in the background, and
 * everything except the mail happens for both.
 */
export async function askForCode<One extends { id: string }>(
  ports: EntrancePorts,
  entrants: Entrants<One>,
  asked: AskedCode,
): Promise<void> {
  const { mail } = ports;
  if (mail === undefined) throw entrants.mailMissing();
  const { accountId, browser, origin } = asked;
  const address = emailKey(asked.email);
  const asking = { accountId, emailKey: address, tokenHash: sha256(browser), now: ports.now() };
  const isKnown = await entrants.isKnownBrowser(ports.records, asking);
  await claimCode(ports, accountId, address, origin, isKnown ? browser : undefined);
  ports.aside.start(entrants.work, async () => {
    const { first, ...made } = await ports.records.transaction(async (query) => {
      const code = await makeCode({ ...ports, query }, accountId, entrants.subjectOf(address, browser));
      const [first] = await entrants.findByAddress({ query }, accountId, address);
      return { code, first, council: (await readPageSettings({ query }, accountId))?.name ?? '' };
    });
    const letter = first && entrants.codeMail(asked, { ...made, first, address });
    if (letter !== undefined) await sendQuietly(mail, letter);
  });
}

type Given = { email: string; code: string; chosenId: string | undefined; browser: string | undefined };

/** If several people share the address, the person chooses one of them, with the same code. */
export async function enterByCode<One extends { id: string }>(
  ports: EntrancePorts,
  entrants: Entrants<One>,
  accountId: AccountId,
  given: Given,
  origin: RequestOrigin,
): Promise<Opened | { choose: One[] }> {
  const address = emailKey(given.email);
  // A browser that never requested a code has no code whose tries could be counted.
  const browser = given.browser ?? '';
  // The check has its own transaction, so that a wrong guess stays counted even if the log-in is rolled back.
  const right = await ports.records.transaction((query) =>
    checkCode({ ...ports, query }, accountId, entrants.subjectOf(address, browser), given.code),
  );
  // Tries of a browser that has a code are counted with that code. All others are counted by network, so that
  // neighbours in a network cannot keep that browser out.
  if (right === 'none') await claimTry(ports, origin);
  if (typeof right === 'string') throw wrongCode();
  return ports.records.transaction(async (query) => {
    const found = await entrants.findByAddress({ query }, accountId, address, { isToEnter: true });
    const chosen = choose(found, given.chosenId);
    if (chosen === undefined && found.length > 1) {
      await giveTryBack({ query }, accountId, right.subject);
      return { choose: found };
    }
    if (chosen === undefined) throw wrongCode();
    if (!(await useUpCode({ query }, accountId, right.subject, right.codeMac))) throw wrongCode();
    return entrants.open({ ...ports, query }, accountId, chosen, { address, browser, origin });
  });
}

function choose<One extends { id: string }>(
  found: readonly One[],
  wanted: string | undefined,
): One | undefined {
  if (wanted !== undefined) return found.find(({ id }) => id === wanted);
  return found.length === 1 ? found[0] : undefined;
}

/** The token of a new session, and the times between which it is valid. */
export function drawSession({ randomBytes, now }: Pick<Tools, 'randomBytes' | 'now'>) {
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const createdAt = now();
  return {
    token,
    tokenHash: sha256(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_MS),
  };
}
