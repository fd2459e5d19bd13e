/** Public API of the second product. */

import type { PublicApi } from '../http/app.ts';
import type { Site } from '../http/site.ts';
import type { Operation } from './operations/operation.ts';
import { type OperationPorts, publicOperations } from './operations/public-operations.ts';
import { PROGRAM_OPERATIONS } from './programs/operations.ts';

export const MEMBERSHIP_OPERATIONS: readonly Operation[] = [...PROGRAM_OPERATIONS];

export function membershipRoutes(api: PublicApi, ports: OperationPorts, site: Site): void {
  publicOperations(api, ports, site, MEMBERSHIP_OPERATIONS);
}
