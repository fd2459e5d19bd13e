/** The body of an operation that needs no fields. It may be left out. */

import { Type } from 'typebox';

export const EmptyBody = Type.Object({}, { description: 'May be left out.', examples: [{}] });
