import type { VerdictWord } from '@sello/proof';

/** The exit status of each verdict. Wrong usage has the exit status 2. */
export const VERDICT_STATUS = { valid: 0, unconfirmed: 3, invalid: 1 } as const satisfies Record<
  VerdictWord,
  number
>;
