/** Few exports run at once: each reads without pause for as long as its caller takes. */

import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type GiveBack, makeSemaphore } from '../../kernel/pacing/semaphore.ts';

export const MOST_EXPORTS = { ofAccount: 2, inProcess: 8 };

type Turns = {
  /** Rejects while too many run; the result ends the turn. */
  begin(accountId: AccountId): Promise<GiveBack>;
};

export function makeTurns(): Turns {
  const turns = makeSemaphore({
    places: MOST_EXPORTS.inProcess,
    share: MOST_EXPORTS.ofAccount,
    refusal: (why) => overloaded(why === 'share' ? OF_ACCOUNT : OF_OTHERS),
  });
  return { begin: (accountId) => turns.take(accountId) };
}

const OF_OTHERS = {
  en: 'Many exports are running. Try again in {wait}.',
  es: 'Hay muchas exportaciones en curso. Intente de nuevo en {wait}.',
};

const OF_ACCOUNT = {
  en: `${MOST_EXPORTS.ofAccount} exports of your account are running. Let one of them end, and try again in {wait}.`,
  es: `Su cuenta tiene ${MOST_EXPORTS.ofAccount} exportaciones en curso. Deje que termine una de ellas e intente de nuevo en {wait}.`,
};

/** A 503, so that the call is not counted. */
function overloaded(text: { en: string; es: string }): AppError {
  return new AppError('overloaded', text, { retryAfterSeconds: 10 });
}
