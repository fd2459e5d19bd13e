/** Days on which a term may begin. */

import { invalidField } from '../../http/text-rules.ts';
import { dayOf } from '../fields.ts';

const EARLIEST = '1900-01-01';
const LATEST = '2200-12-31';

/** Refuses what is a slip of the pen, and what would end beyond the calendar. */
export function startDay(field: string, text: string): string {
  const day = dayOf(field, text);
  if (day >= EARLIEST && day <= LATEST) return day;
  throw invalidField(
    `\`${field}\``,
    `must lie between ${EARLIEST} and ${LATEST}.`,
    `debe estar entre ${EARLIEST} y ${LATEST}.`,
  );
}

/** For what happened: defaults to today, and never later. */
export function dayUpTo(field: string, text: string | undefined, today: string): string {
  const day = text === undefined ? today : startDay(field, text);
  if (day <= today) return day;
  throw invalidField(
    `\`${field}\``,
    `must not lie after today, ${today}.`,
    `no debe ser posterior a hoy, ${today}.`,
  );
}
