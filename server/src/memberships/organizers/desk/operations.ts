/** The operations of an organiser's desk. */

import type { RunningOperation } from '../../../operations/operation.ts';
import { CONFLICTS } from '../../conflicts.ts';
import { DESK_COURSE_OPERATIONS } from './course-operations.ts';
import type { DeskWho } from './desk-operation.ts';
import { DESK_READ_OPERATIONS } from './read-operations.ts';
import { DESK_POST_OPERATIONS } from './rosters/post-operations.ts';
import { DESK_ROSTER_OPERATIONS } from './rosters/read-operations.ts';

export const DESK_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = [
  ...DESK_READ_OPERATIONS,
  ...DESK_COURSE_OPERATIONS,
  ...DESK_POST_OPERATIONS,
  ...DESK_ROSTER_OPERATIONS,
].map((operation) => ({ ...operation, conflicts: CONFLICTS }));
