/** Public API of the second product. */

import type { PublicApi } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import { COURSE_OPERATIONS } from './courses/operations.ts';
import type { Operation } from './operations/operation.ts';
import { type OperationPorts, publicOperations } from './operations/public-operations.ts';
import { PROGRAM_OPERATIONS } from './programs/operations.ts';
import { RENEWAL_OPERATIONS } from './renewals/operations.ts';
import { CHAIN_OPERATIONS } from './terms/operations.ts';

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [
  ...PROGRAM_OPERATIONS,
  ...CHAIN_OPERATIONS,
  ...COURSE_OPERATIONS,
  ...RENEWAL_OPERATIONS,
];

export function membershipRoutes(api: PublicApi, ports: OperationPorts, site: Site): void {
  publicOperations(api, ports, site, MEMBERSHIP_OPERATIONS);
}
