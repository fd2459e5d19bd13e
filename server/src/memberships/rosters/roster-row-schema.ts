/** A row of a roster, as the API description has it. What a row really says is judged in `read-row.ts`. */

import { Type } from 'typebox';
import { Day, optional, Points } from '../fields.ts';

const line = (description: string) => optional(Type.String({ description }));

export const RosterRowSchema = Type.Object(
  {
    member_id: line('The member, by the first of these five that is present.'),
    member_number: line('The member, by its number.'),
    professional_license: line('The member, by its professional license.'),
    curp: line('The member, by its CURP.'),
    email: line('The member, by its e-mail, if only one has it.'),
    role: optional(Type.String({ default: 'attendee', description: 'A role of the course.' })),
    completed_on: optional({ ...Day, description: 'Defaults to the last day of the course.' }),
    attendance_percent: optional(Type.Number({ minimum: 0, maximum: 100 })),
    score: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    hours: optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    points: optional({ ...Points, description: 'Fewer points than the course gives.' }),
    external_id: line('Your own id of the award.'),
  },
  { title: 'NewRosterRow' },
);
