/** Finds the member that a posted row names, and makes the error for a row that names none. */

import { type Refusal, refusal } from '../../operations/refusal.ts';
import { type Cell, isEmpty, textCell } from '../posted-tables/read/row-values.ts';
import type { FindableField, FoundMember, WantedMember } from './find-members.ts';

/** The first of these `fields` that is present names the member; the others are ignored. */
export function memberCell(
  cells: Record<string, unknown>,
  fields: readonly FindableField[],
): Cell<WantedMember> {
  const field = fields.find((name) => !isEmpty(cells[name]));
  if (field === undefined) {
    const names = fields.map((name) => `\`${name}\``).join(', ');
    return {
      problem: refusal(
        'validation_failed',
        `The row names nobody. Fill in one of ${names}.`,
        `La fila no nombra a nadie. Llene uno de ${names}.`,
      ),
    };
  }
  const cell = textCell(field, cells[field], 320);
  return 'problem' in cell ? cell : { value: { field, value: cell.value ?? '' } };
}

type NoMember = 'not_found' | 'ambiguous';

export function isMember(found: FoundMember | undefined): found is Exclude<FoundMember, NoMember> {
  return found !== undefined && found !== 'not_found' && found !== 'ambiguous';
}

export function refusalOfMember(found: NoMember): Refusal {
  return found === 'not_found' ? NOT_FOUND : AMBIGUOUS;
}

const NOT_FOUND = refusal(
  'member_not_found',
  'No member has this identifier. Correct it, or register the member first.',
  'El identificador no es de ningún miembro. Corríjalo o registre primero al miembro.',
);

const AMBIGUOUS = refusal(
  'member_ambiguous',
  'Two or more members share this `email`. Use `member_number` or another identifier.',
  '`email` es de dos o más miembros. Use `member_number` u otro identificador.',
);
