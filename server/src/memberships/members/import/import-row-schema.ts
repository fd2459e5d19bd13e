/** A row of an import, as the API describes it. `read-import-row.ts` judges what a row really contains. */

import { Type } from 'typebox';
import { Day, optional } from '../../fields.ts';
import { MemberChange } from '../member-input.ts';

export const ImportRowSchema = Type.Object(
  {
    ...MemberChange.properties,
    program_id: optional(
      Type.String({ description: 'The id, external id or name of a program: opens a membership in it.' }),
    ),
    starts_on: optional({ ...Day, description: 'The first day of the current term. Defaults to today.' }),
    anchor: optional({
      ...Day,
      description: 'Needed for programs whose terms are counted from a day of each membership.',
    }),
    tracks: optional(Type.Array(Type.String())),
  },
  {
    title: 'NewImportRow',
    description:
      'A new member needs `given_name` and `first_surname`. Unknown fields are ignored and reported.',
  },
);
