/** The body of a step that needs no words. It may be left out. */

import { Type } from 'typebox';

export const EmptyBody = Type.Object({}, { description: 'May be left out.', examples: [{}] });
