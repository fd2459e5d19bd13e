/** A row of a roster, as the API describes it. `read-row.ts` judges what a row really contains. */

import { Type } from 'typebox';
import { Day, optional, Points } from '../fields.ts';

const line = (description: string) => optional(Type.String({ description }));

export const RosterRowSchema = Type.Object(
  {
    member_id: line('The member is found by the first of these five fields that is present.'),
    member_number: line("The member's number."),
    professional_license: line("The member's professional licence."),
    curp: line("The member's CURP."),
    email: line("The member's e-mail address, if no other member has it."),
    role: optional(Type.String({ default: 'attendee', description: 'A role of the course.' })),
    completed_on: optional({ ...Day, description: 'Defaults to the last day of the course.' }),
    attendance_percent: optional(Type.Number({ minimum: 0, maximum: 100 })),
    score: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    hours: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    points: optional({ ...Points, description: 'Needed only for fewer points than the course gives.' }),
    external_id: line('Your own id of the award.'),
  },
  { title: 'NewRosterRow' },
);
