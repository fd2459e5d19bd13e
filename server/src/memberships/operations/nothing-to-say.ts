/** The body of a step that needs no words. It may be left out. */

import { Type } from 'typebox';

export const NOTHING_TO_SAY = Type.Object({}, { description: 'May be left out.', examples: [{}] });
