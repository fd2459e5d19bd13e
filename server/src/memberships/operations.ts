/** The operations of memberships: those of the API, and those of the dashboard only. */

import type { Operation } from '../operations/operation.ts';
import { AWARD_DASHBOARD_OPERATIONS } from './awards/dashboard-operations.ts';
import { AWARD_OPERATIONS } from './awards/operations.ts';
import { BADGE_OPERATIONS } from './badges/operations.ts';
import { CLOCK_OPERATIONS } from './clocks/operations.ts';
import { CONFLICTS } from './conflicts.ts';
import { COURSE_OPERATIONS } from './courses/operations.ts';
import { COURSE_DIPLOMAS } from './diplomas/course-operations.ts';
import { DIPLOMA_OPERATIONS } from './diplomas/operations.ts';
import type { DocumentPorts } from './documents/ports.ts';
import { DRAW_DASHBOARD_OPERATIONS } from './draws/dashboard-operations.ts';
import { DRAW_OPERATIONS } from './draws/operations.ts';
import { OWN_REPORTS } from './four-eyes/own-reports-operation.ts';
import { MARKING_DASHBOARD_OPERATIONS } from './markings/dashboard-operations.ts';
import { MARKING_OPERATIONS } from './markings/operations.ts';
import { ERASE_OPERATIONS } from './members/anonymise-and-merge/operations.ts';
import { IMPORT_OPERATIONS } from './members/import/operations.ts';
import { MEMBER_DASHBOARD_OPERATIONS } from './members/list/dashboard-operations.ts';
import { MEMBER_LIST_OPERATIONS } from './members/list/operations.ts';
import { MEMBER_OPERATIONS } from './members/operations.ts';
import { OPENING_OPERATIONS } from './membership/operations.ts';
import { moveOpenTerms } from './membership/terms/move-terms.ts';
import { categoriesInUse, versionsInUse } from './membership/terms/pg-move-terms.ts';
import { ORGANIZER_OPERATIONS } from './organizers/operations.ts';
import { COUNCIL_PAGE_OPERATIONS } from './overview/operations.ts';
import { ACCESS_OPERATIONS } from './own-page/operations.ts';
import { REQUEST_OPERATIONS } from './own-page/requests/operations.ts';
import { programOperations } from './programs/operations.ts';
import { CONSTANCIA_OPERATION } from './renewals/constancia-operation.ts';
import { RENEWAL_OPERATIONS } from './renewals/operations.ts';
import { ROSTER_DASHBOARD_OPERATIONS } from './rosters/dashboard-operations.ts';
import { ROSTER_OPERATIONS } from './rosters/operations.ts';
import { TRANSCRIPT_DASHBOARD_OPERATIONS } from './transcripts/dashboard-operations.ts';
import { TRANSCRIPT_OPERATIONS } from './transcripts/operations.ts';
import { WATCH_OPERATIONS } from './watches/operations.ts';

export const MEMBERSHIP_OPERATIONS: readonly Operation<DocumentPorts>[] = [
  ...programOperations({ versionsInUse, categoriesInUse, moveOpenTerms }),
  ...MEMBER_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...MEMBER_LIST_OPERATIONS,
  ...ERASE_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...OPENING_OPERATIONS,
  ...MARKING_OPERATIONS,
  ...ORGANIZER_OPERATIONS,
  ...COURSE_OPERATIONS,
  ...AWARD_OPERATIONS,
  ...BADGE_OPERATIONS,
  ...DIPLOMA_OPERATIONS,
  COURSE_DIPLOMAS,
  ...ROSTER_OPERATIONS,
  ...RENEWAL_OPERATIONS,
  CONSTANCIA_OPERATION,
  ...TRANSCRIPT_OPERATIONS,
  ...DRAW_OPERATIONS,
  ...WATCH_OPERATIONS,
  ...CLOCK_OPERATIONS,
].map((operation) => ({ ...operation, conflicts: CONFLICTS }));

/** All operations of the dashboard, including those that only its pages use. */
export const MEMBERSHIP_DASHBOARD_OPERATIONS: readonly Operation<DocumentPorts>[] = [
  ...MEMBERSHIP_OPERATIONS,
  ...MEMBER_DASHBOARD_OPERATIONS,
  ...AWARD_DASHBOARD_OPERATIONS,
  ...ROSTER_DASHBOARD_OPERATIONS,
  ...MARKING_DASHBOARD_OPERATIONS,
  ...TRANSCRIPT_DASHBOARD_OPERATIONS,
  ...DRAW_DASHBOARD_OPERATIONS,
  ...COUNCIL_PAGE_OPERATIONS,
  OWN_REPORTS,
];
