/** `stamp` as callers send it: a time stamp of the file's own, which is the default, or one that several files share. */

import { oneOf } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { AppError } from '../../kernel/errors.ts';

export const STAMP_WISHES = ['own', 'shared'] as const;
export type StampWish = (typeof STAMP_WISHES)[number];

export const StampWishSchema = oneOf(STAMP_WISHES, {
  default: 'own',
  description:
    '`own`: a time stamp of its own. `shared`: one time stamp for many files, over a hash tree (RFC 4998). It costs the service one stamp of the provider instead of one for each file; the allowance is used as always. The token by itself does not prove a file: it does together with the evidence record (`proof?type=record`). It is no constancia of one file alone, and what courts make of it is not known.',
});

/** An empty value counts as not sent, because forms send their empty inputs too. */
export function stampWishIn(value: string | undefined): StampWish {
  if (value === undefined || value === '') return 'own';
  const wish = STAMP_WISHES.find((one) => one === value);
  if (wish === undefined) throw notAWish();
  return wish;
}

export function notAWish(): AppError {
  return invalidField(
    '`stamp`',
    'must be own or shared; leave it out for a time stamp of its own.',
    'debe ser own o shared; omítalo para un sello de tiempo propio.',
  );
}
