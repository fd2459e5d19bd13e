/** The parameters of a transcript. */

import { Type } from 'typebox';
import { Day } from '../fields.ts';

export const AskedParameters = Type.Object({
  program_id: Type.Optional(Type.String({ description: 'Only this program.' })),
  term: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of a term: returns only awards in that term.' }),
  ),
  from: Type.Optional({ ...Day, description: 'Awards completed on this day or later.' }),
  to: Type.Optional({ ...Day, description: 'Awards completed on this day or earlier.' }),
  as_of: Type.Optional({
    ...Day,
    description: 'The transcript as of the end of this day. Defaults to today.',
  }),
});
