/** A row of a marking, as the API describes it. `read-row.ts` judges what a row really contains. */

import { Type } from 'typebox';
import { Day, optional } from '../fields.ts';

const line = (description: string) => optional(Type.String({ description }));

export const MarkingRowSchema = Type.Object(
  {
    member_id: line('The member, by the first of these six that is present.'),
    member_number: line("The member's number."),
    external_id: line('The member, by your own id of it.'),
    professional_license: line("The member's professional licence."),
    curp: line("The member's CURP."),
    email: line("The member's e-mail address, if no other member has it."),
    program_id: line(
      'The program, by id, external id or name. Needed where the item is on the checklist of several programs of the member.',
    ),
    item: Type.String({ description: 'The item of the checklist, by its code or name.' }),
    year: optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'The number of the whole year within the term, for yearly items.',
      }),
    ),
    done: optional(Type.Boolean({ default: true })),
    done_on: optional({
      ...Day,
      description: 'Never later than today. Without it, a mark keeps its day, and a new one is of today.',
    }),
    note: line('Without it, a mark keeps its note.'),
  },
  { title: 'NewMarkingRow' },
);
