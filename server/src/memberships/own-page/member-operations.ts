/** The operations of a member's own page. */

import type { Operation } from '../../operations/operation.ts';
import { CONFLICTS } from '../conflicts.ts';
import { OWN_REVIEW_OPERATIONS } from '../draws/member-operations.ts';
import { OWN_WATCH_OPERATIONS } from '../watches/member-operations.ts';
import { type ContactPorts, OWN_CHANGE_OPERATIONS } from './change-operations.ts';
import type { OwnWho } from './member-operation.ts';
import { OWN_READ_OPERATIONS, type OwnReadPorts } from './read-operations.ts';
import { OWN_REPORT_OPERATIONS } from './reports/member-operations.ts';
import type { EvidencePorts } from './reports/take-evidence.ts';
import { OWN_REQUEST_OPERATIONS } from './requests/member-operations.ts';

export type OwnOperationPorts = OwnReadPorts & ContactPorts & EvidencePorts;

export const OWN_OPERATIONS: readonly Operation<OwnOperationPorts, OwnWho>[] = [
  ...OWN_READ_OPERATIONS,
  ...OWN_CHANGE_OPERATIONS,
  ...OWN_REPORT_OPERATIONS,
  ...OWN_REQUEST_OPERATIONS,
  ...OWN_REVIEW_OPERATIONS,
  ...OWN_WATCH_OPERATIONS,
].map((operation) => ({ ...operation, conflicts: CONFLICTS }));
