/** The second product in the dashboard: every operation of the API, and what only its pages ask for. */

import { DESK_AWARD_OPERATIONS } from './awards/desk-operations.ts';
import type { Operation } from './operations/operation.ts';
import { COUNCIL_PAGE_OPERATIONS } from './overview/operations.ts';
import { DESK_MEMBER_OPERATIONS } from './registry/desk-operations.ts';
import { DESK_ROSTER_OPERATIONS } from './rosters/desk-operations.ts';
import { MEMBERSHIP_OPERATIONS } from './routes-v1.ts';
import { DESK_TRANSCRIPT_OPERATIONS } from './transcripts/desk-operations.ts';

export const DASHBOARD_OPERATIONS: readonly Operation[] = [
  ...MEMBERSHIP_OPERATIONS,
  ...DESK_MEMBER_OPERATIONS,
  ...DESK_AWARD_OPERATIONS,
  ...DESK_ROSTER_OPERATIONS,
  ...DESK_TRANSCRIPT_OPERATIONS,
  ...COUNCIL_PAGE_OPERATIONS,
];
