/** The operations of an organiser's desk: those for its people, and those for its programs. */

import { Type } from 'typebox';
import type { OrganizerWho } from '../../../operations/doors/organizer.ts';
import type { RunningOperation } from '../../../operations/operation.ts';
import { CONFLICTS } from '../../conflicts.ts';
import { DESK_COURSE_OPERATIONS } from './course-operations.ts';
import type { DeskWho } from './desk-operation.ts';
import type { DeskSession } from './entrance/pg-desk-sessions.ts';
import { DESK_READ_OPERATIONS, WHO_IS_AT_THE_DESK } from './read-operations.ts';
import { DESK_POST_OPERATIONS } from './rosters/post-operations.ts';
import { DESK_ROSTER_OPERATIONS } from './rosters/read-operations.ts';

const OF_BOTH: readonly RunningOperation<object, DeskWho>[] = [
  ...DESK_READ_OPERATIONS,
  ...DESK_COURSE_OPERATIONS,
  ...DESK_POST_OPERATIONS,
  ...DESK_ROSTER_OPERATIONS,
].map((operation) => ({ ...operation, conflicts: CONFLICTS }));

export const DESK_OPERATIONS: readonly RunningOperation<object, OrganizerWho<DeskSession>>[] = [
  WHO_IS_AT_THE_DESK,
  ...(OF_BOTH as readonly RunningOperation<object, OrganizerWho<DeskSession>>[]),
];

/** Only for people: a program knows the columns and reads rows as JSON, so it needs no preview, table or template. */
const OF_PEOPLE = new Set(['previewDeskRoster', 'getDeskTable', 'getDeskTemplate']);

/** For keys of organisers, below `/desk`. A key belongs to one account, so the address does not name the account. */
export const DESK_KEY_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = OF_BOTH.filter(
  ({ operationId }) => !OF_PEOPLE.has(operationId),
).map(({ params: _, ...operation }) => ({
  ...operation,
  path: `/desk${operation.path}`,
  ...(operation.path.includes(':id') && { params: Type.Object({ id: Type.String() }) }),
}));
