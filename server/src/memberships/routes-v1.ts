/** Public API of the second product. */

import { forgetDocuments } from '../certificates/erasing/pg-forgotten-documents.ts';
import type { PublicApi } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import { AWARD_OPERATIONS } from './awards/operations.ts';
import { BADGE_OPERATIONS } from './badges/operations.ts';
import { COURSE_OPERATIONS } from './courses/operations.ts';
import { DIPLOMA_OPERATIONS } from './diplomas/operations.ts';
import { MEMBER_OPERATIONS } from './members/operations.ts';
import type { Operation } from './operations/operation.ts';
import { type OperationPorts, publicOperations } from './operations/public-operations.ts';
import { ACCESS_OPERATIONS } from './own-page/operations.ts';
import { REQUEST_OPERATIONS } from './own-page/requests/operations.ts';
import { programOperations } from './programs/operations.ts';
import { eraseOperations } from './registry/erase-operations.ts';
import { IMPORT_OPERATIONS } from './registry/import-operations.ts';
import { REGISTRY_OPERATIONS } from './registry/operations.ts';
import { CONSTANCIA_OPERATION } from './renewals/constancia-operation.ts';
import { RENEWAL_OPERATIONS } from './renewals/operations.ts';
import { ROSTER_OPERATIONS } from './rosters/operations.ts';
import { moveOpenTerms } from './terms/move-terms.ts';
import { CHAIN_OPERATIONS } from './terms/operations.ts';
import { categoriesInUse, versionsInUse } from './terms/pg-move-terms.ts';
import { TRANSCRIPT_OPERATIONS } from './transcripts/operations.ts';

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [
  ...programOperations({ versionsInUse, categoriesInUse, moveOpenTerms }),
  ...MEMBER_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...REGISTRY_OPERATIONS,
  ...eraseOperations({ forgetDocuments }),
  ...ACCESS_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...CHAIN_OPERATIONS,
  ...COURSE_OPERATIONS,
  ...AWARD_OPERATIONS,
  ...BADGE_OPERATIONS,
  ...DIPLOMA_OPERATIONS,
  ...ROSTER_OPERATIONS,
  ...RENEWAL_OPERATIONS,
  CONSTANCIA_OPERATION,
  ...TRANSCRIPT_OPERATIONS,
];

export function membershipRoutes(api: PublicApi, ports: OperationPorts, site: Site): void {
  publicOperations(api, ports, site, MEMBERSHIP_OPERATIONS);
}
