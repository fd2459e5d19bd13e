/** Tracks: kinds of members. Some requirements and checklist items apply only to certain tracks. */

import { Type } from 'typebox';

export const Tracks = Type.Array(Type.String({ pattern: '^[a-z0-9_]{1,40}$' }), {
  maxItems: 20,
  uniqueItems: true,
  description:
    'Groups of the member: requirements and checklist items of these groups apply in addition to those for everybody.',
});

const TRACK = /^[a-z0-9_]{1,40}$/;

/** Used for tables, whose cells are not validated by a schema. */
export function isTrack(text: string): boolean {
  return TRACK.test(text);
}
