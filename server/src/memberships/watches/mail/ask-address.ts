/** An account adds an address for mails. Until somebody opens the confirmation link, only this link is mailed to it. */

import type { Language } from '../../../http/language.ts';
import { randomBase62 } from '../../../kernel/base62.ts';
import { secondsUntil } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { refusal, refuse } from '../../../operations/refusal.ts';
import type { Throttle } from '../../../people/login/ports.ts';
import { emailKey } from '../../members/email-key.ts';
import { note } from '../../note-change.ts';
import { askToConfirm, findSameAddress } from './pg-watch-addresses.ts';
import { MOST_ADDRESSES, type WatchAddress } from './watch-address.ts';

const DAY_MS = 86_400_000;
/**
 * How many links are mailed to one address in a day, for all accounts of this server together, so that no mailbox is
 * flooded.
 */
const LINKS_TO_AN_ADDRESS = 3;
const LINKS_OF_AN_ACCOUNT = 20;
/** After the recipient ended the mails, the same account cannot add the address again before this time. */
const ASKED_AGAIN_AFTER_MS = 30 * DAY_MS;

/** Counts the request outside the transaction, so that a refused call counts too. */
export async function claimLink(
  { throttle, now }: { throttle: Throttle; now: Tools['now'] },
  { accountId }: Who,
  email: string,
): Promise<void> {
  const of = (what: string, who: string, ceiling: number) => ({
    subject: sha256(`watch ${what}\n${who}`),
    ceiling,
    windowMs: DAY_MS,
  });
  const claims = [
    of('link account', accountId, LINKS_OF_AN_ACCOUNT),
    of('link address', emailKey(email), LINKS_TO_AN_ADDRESS),
  ];
  const freeAt = await throttle.claim(claims, now());
  if (freeAt === undefined) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Too many links to confirm were asked for today. Look for an earlier one in the mailbox, or try again in {wait}.',
      es: 'Hoy se pidieron demasiados enlaces de confirmación. Busque uno anterior en el buzón o intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: secondsUntil(freeAt, now()) },
  );
}

type Asked = { email: string; language: Language };

/** `isNew` is false for an address that was already on the list. An address that is confirmed stays confirmed. */
export async function askAddress(
  tools: Pick<Tools, 'query' | 'now' | 'newId' | 'randomBytes'>,
  who: Who,
  { email, language }: Asked,
): Promise<{ address: WatchAddress; isNew: boolean }> {
  const { same, others } = await findSameAddress(tools, who, email);
  if (same !== undefined && !same.isRemoved && same.status === 'confirmed')
    return { address: same, isNew: false };
  if (same?.status === 'unsubscribed') assertAskable(same, tools.now());
  const isNew = same === undefined || same.isRemoved;
  if (isNew && others >= MOST_ADDRESSES) throw tooMany();
  const wanted = { id: tools.newId('wad'), email, language, code: randomBase62(tools.randomBytes, 22) };
  const address = await askToConfirm(tools, who, wanted, tools.now());
  if (isNew) await note(tools, who, 'watch.add_address', address.id);
  return { address, isNew };
}

function assertAskable({ answeredAt }: WatchAddress, now: Date): void {
  if (answeredAt === undefined || now.getTime() - answeredAt.getTime() > ASKED_AGAIN_AFTER_MS) return;
  refuse(
    refusal(
      'invalid_transition',
      'Whoever reads this address ended the mails, and is asked again after 30 days at the earliest.',
      'Quien lee este correo terminó los avisos; se le vuelve a preguntar como pronto a los 30 días.',
    ),
  );
}

function tooMany(): AppError {
  return new AppError('validation_failed', {
    en: `An account has at most ${MOST_ADDRESSES} addresses for watches. Remove one that you no longer need.`,
    es: `Una cuenta tiene como máximo ${MOST_ADDRESSES} correos para vigilancias. Quite uno que ya no necesite.`,
  });
}
