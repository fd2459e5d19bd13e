/**
 * What an organiser learns about a refused row. Problems of the row itself are shown in full. Problems of the member
 * all get the same answer, so that a roster does not reveal who is a member, in which program and in which state.
 */

import type { Text } from '../../kernel/errors.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';

/** Refusals that depend only on the row, the course and the day. */
const OF_THE_ROW: readonly string[] = [
  'validation_failed',
  'completed_on_out_of_range',
  'requirements_not_met',
  'points_exceed_course',
  'claim_closed',
  'course_full',
];

/**
 * The code of a row is that of its first refusal, and its message holds all of them. A row with a refusal about the
 * member is stored under that refusal's code, so that the code alone decides what the organiser may see.
 */
export function membersFirst(refusals: readonly Refusal[]): readonly Refusal[] {
  const isOfRow = ({ code }: Refusal) => OF_THE_ROW.includes(code);
  return [...refusals.filter((one) => !isOfRow(one)), ...refusals.filter(isOfRow)];
}

const NOT_MATCHED = refusal(
  'member_not_found',
  'The council could not match this row. Check what you typed with the person, use another identifier, or ask the council.',
  'El consejo no pudo relacionar esta fila. Revise con la persona lo que escribió, use otro identificador o pregunte al consejo.',
);

const FULL = refusal(
  'course_full',
  'The course has no places left. Ask the council.',
  'El curso ya no tiene lugares. Pregunte al consejo.',
);

/** The row in the form that the organiser may see. */
export function forOrganizer(code: string, message: Text): { code: string; text: Text } {
  if (code === FULL.code) return FULL;
  return OF_THE_ROW.includes(code) ? { code, text: message } : NOT_MATCHED;
}
