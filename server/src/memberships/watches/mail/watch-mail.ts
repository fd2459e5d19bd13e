/**
 * Sends two kinds of mails: confirmation links, and changes of followed members to confirmed addresses. A mail shows
 * the state at the time when it is made. If a member no longer agrees, it says only that the watch ended.
 *
 * Many changes at once make one mail: it collects for 15 seconds, names at most fifty changes and counts the others.
 * After ten mails in a day, the next ones are sent once an hour. So an address gets at most 34 mails in a day, however
 * many memberships lapse.
 *
 * Crash points. A mail and its lines are claimed in the database, in a transaction of their own, before it is sent.
 * After a kill between the two, that mail is never sent, but its events are; no mail is sent twice. The claim is given
 * back only if the mail server was not reached, because then nothing was sent.
 */

import type { Database, Query } from '../../../database/pool.ts';
import { randomBase62 } from '../../../kernel/base62.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { startLoop } from '../../../kernel/pacing/start-loop.ts';
import type { RandomBytes } from '../../../kernel/random-pool.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Mail, Mailer } from '../../../people/mail/ports.ts';
import { faultOf, wasNotReached } from '../../../people/mail/smtp.ts';
import { readStandings } from '../pg-watched.ts';
import { statusNow } from '../watch.ts';
import {
  claimLines,
  type DueAddress,
  giveMailBack,
  readClaimedLines,
  strikeLines,
  type ToldLine,
  takeDueAddress,
  writeToken,
} from './pg-watch-mails.ts';
import { changesMail, confirmMail, type Told } from './watch-letters.ts';

const SEND_EVERY_MS = 5_000;
const AGAIN_AFTER_MS = 60_000;
const TOKEN_MS = 2 * 86_400_000;
/** How many changes a mail names. */
const MOST_NAMED = 50;

export type WatchMail = { round(isStopping?: () => boolean): Promise<{ sent: number; failed: number }> };

type Ports = {
  records: Pick<Database, 'transaction'>;
  mail: Mailer | undefined;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

type Claimed = { address: DueAddress; mail: Mail | undefined; at: Date };

/** Undefined if no mail is sent. */
export function openWatchMail(ports: Ports, { baseUrl }: { baseUrl: string }): WatchMail | undefined {
  const { records, mail: mailer, now, logger } = ports;
  if (mailer === undefined) return undefined;
  const claim = () => records.transaction((query) => claimMail({ ...ports, query }, baseUrl));
  return {
    async round(isStopping = () => false) {
      const done = { sent: 0, failed: 0 };
      while (!isStopping()) {
        const claimed = await claim();
        if (claimed === undefined) break;
        const { address, mail, at } = claimed;
        if (mail === undefined) continue;
        let isSent = false;
        try {
          await mailer.send(mail);
          isSent = true;
          done.sent += 1;
        } catch (error) {
          done.failed += 1;
          if (wasNotReached(error)) {
            const dueAt = new Date(now().getTime() + AGAIN_AFTER_MS);
            await records.transaction((query) => giveMailBack(query, address, at, dueAt));
            throw error;
          }
          logger.warn('watches.not_mailed', { error: faultOf(error) });
        }
        if (address.status === 'confirmed')
          await records.transaction((query) => strikeLines(query, address, at, isSent));
      }
      return done;
    },
  };
}

/** Every process may send mails, because each address is locked while its mail is claimed. */
export function startWatchMail(ports: { logger: Logger }, watchMail: WatchMail): () => Promise<void> {
  return startLoop(ports, 'mails about followed members', SEND_EVERY_MS, async (isStopping) => {
    const { sent, failed } = await watchMail.round(isStopping);
    if (sent + failed > 0) ports.logger.info('watches.mailed', { sent, failed });
  });
}

type ClaimTools = { query: Query; now: Clock; randomBytes: RandomBytes };

/** Undefined if no address is due. The result has no mail if there is nothing left to say. */
async function claimMail(tools: ClaimTools, baseUrl: string): Promise<Claimed | undefined> {
  const { query, now, randomBytes } = tools;
  const at = now();
  const address = await takeDueAddress(query, at);
  if (address === undefined) return undefined;
  const { account, email, language } = address;
  const stopUrl = `${baseUrl}/w/${address.code}?lang=${language}`;
  if (address.status === 'unconfirmed') {
    const token = randomBase62(randomBytes, 43);
    const until = new Date(at.getTime() + TOKEN_MS);
    await writeToken(query, address, { tokenHash: sha256(token), until });
    const url = `${baseUrl}/w/confirm/${token}?lang=${language}`;
    return { address, at, mail: confirmMail(email, { account, url, stopUrl }, language) };
  }
  const lines = await claimLines(query, address, at);
  const claimed = await readClaimedLines(query, address, at, MOST_NAMED);
  const told = await tellNow(tools, claimed, baseUrl);
  if (told.length === 0) {
    await strikeLines(query, address, at, false);
    return { address, at, mail: undefined };
  }
  const changes = { account, told, more: Math.max(0, lines - MOST_NAMED), at, stopUrl, baseUrl };
  return { address, at, mail: changesMail(email, changes, language) };
}

/**
 * What each line says now. About the member it contains only what the watcher gave, the standing, and the page while it
 * is public.
 */
async function tellNow(
  tools: { query: Query; now: Clock },
  lines: readonly ToldLine[],
  baseUrl: string,
): Promise<Told[]> {
  const active = lines.filter((line) => statusNow(line) === 'active');
  const standings = await readStandings(
    tools,
    active.flatMap(({ memberId }) => memberId ?? []),
  );
  return lines.flatMap((line): Told[] => {
    const { council, pageCode, memberId, membershipId } = line;
    const url = pageCode === undefined ? undefined : `${baseUrl}/m/${pageCode}`;
    const who = line.externalId ?? (line.named === '' ? '—' : line.named);
    const isActive = statusNow(line) === 'active';
    if (membershipId === '') {
      return isActive ? [] : [{ who, council, program: '', state: 'watch ended', url: undefined }];
    }
    const shown = isActive && memberId !== undefined ? standings.get(memberId) : undefined;
    const one = shown?.find((standing) => standing.membershipId === membershipId);
    return one === undefined ? [] : [{ who, council, program: one.program, state: one.standing, url }];
  });
}
