/** The reason of a decision: required if the decision takes something away. */

import { Type } from 'typebox';
import { invalidField } from '../http/text-rules.ts';
import { assertLines } from './fields.ts';

export const Reason = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The reason, which is kept with the record.',
});

export function assertReason(reason: string | undefined): void {
  assertLines('reason', reason, 2_000);
  if (reason?.trim() === '') throw invalidField('`reason`', 'must not be blank.', 'no debe estar en blanco.');
}
