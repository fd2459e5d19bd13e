/** Texts that an operator writes. They are kept in logs, and the account reads them. */

import { Type } from 'typebox';
import { assertText, invalidField } from '../http/text-rules.ts';
import { MOST_WORDS } from '../people/operators/requests.ts';

export const Reason = Type.String({
  minLength: 1,
  maxLength: MOST_WORDS,
  description: 'The owners of the account can read it.',
});

export function assertWords(reason: string, field = '`reason`'): void {
  assertText(field, reason, { maxChars: MOST_WORDS, multiline: true });
  if (reason.trim() === '') throw invalidField(field, 'must not be blank.', 'no debe estar en blanco.');
}
