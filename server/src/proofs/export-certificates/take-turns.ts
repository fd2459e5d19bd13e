/** Few exports run at once: each reads without pause for as long as its caller takes. */

import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';

export const MOST_EXPORTS = { ofAccount: 2, inProcess: 8 };

export type Turns = {
  /** Throws while too many run; the result ends the turn, and may be called twice. */
  begin(accountId: AccountId): () => void;
};

export function makeTurns(): Turns {
  const running = new Map<AccountId, number>();
  let all = 0;
  return {
    begin(accountId) {
      const own = running.get(accountId) ?? 0;
      if (own >= MOST_EXPORTS.ofAccount) throw overloaded(ofAccount(own));
      if (all >= MOST_EXPORTS.inProcess) throw overloaded(OF_OTHERS);
      running.set(accountId, own + 1);
      all += 1;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        all -= 1;
        const left = (running.get(accountId) ?? 1) - 1;
        if (left === 0) running.delete(accountId);
        else running.set(accountId, left);
      };
    },
  };
}

const OF_OTHERS = {
  en: 'Many exports are running. Try again in {wait}.',
  es: 'Hay muchas exportaciones en curso. Intente de nuevo en {wait}.',
};

function ofAccount(count: number) {
  return {
    en: `${count} exports of your account are running. Let one of them end, and try again in {wait}.`,
    es: `Su cuenta tiene ${count} exportaciones en curso. Deje que termine una de ellas e intente de nuevo en {wait}.`,
  };
}

/** A 503, so that the call is not counted. */
function overloaded(text: { en: string; es: string }): AppError {
  return new AppError('overloaded', text, { retryAfterSeconds: 10 });
}
