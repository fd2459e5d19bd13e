/**
 * The back end of the operator's pages. It is left out of the API's description, because only operators may know of it.
 */

import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import type { OperatorWho } from '../operations/doors/operator.ts';
import { type OperatorDoorPorts, type OperatorSite, operatorDoor } from '../operations/doors/operator.ts';
import type { Operation } from '../operations/operation.ts';
import { demandDeclared, type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { ACCOUNT_ACTS } from '../operator/accounts/account-operations.ts';
import { ACCOUNT_READS, type AccountReadPorts } from '../operator/accounts/account-reads.ts';
import { PEOPLE_ACTS } from '../operator/accounts/people-operations.ts';
import {
  HEALTH_OPERATION,
  type HealthSettings,
  type OperatorHealthPorts,
} from '../operator/health/health-operations.ts';
import { OWN_OPERATIONS, type OwnPorts } from '../operator/own-operations.ts';
import { REQUEST_OPERATIONS } from '../operator/requests/request-operations.ts';
import type { TellPorts } from '../operator/tell-account.ts';
import {
  SERVICE_OPERATIONS,
  type ServicePorts,
} from '../operator/try-providers-and-mail/service-operations.ts';

type OperationPorts = AccountReadPorts & TellPorts & OperatorHealthPorts & OwnPorts & ServicePorts;

export type OperatorPorts = Omit<OperationPorts, 'site'> & OperatorDoorPorts & ServePorts;

export type OperatorSettings = OperationPorts['site'] & OperatorSite & HealthSettings;

const OPERATIONS: readonly Operation<OperationPorts, OperatorWho>[] = [
  ...OWN_OPERATIONS,
  ...ACCOUNT_READS,
  ...ACCOUNT_ACTS,
  ...PEOPLE_ACTS,
  ...REQUEST_OPERATIONS,
  HEALTH_OPERATION,
  ...SERVICE_OPERATIONS,
];

export function operatorRoutes(app: App, given: OperatorPorts, settings: OperatorSettings): void {
  demandDeclared(app);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  leaveBodiesUnread(app);
  const ports = { ...given, site: settings };
  serveOperations(app, ports, settings, operatorDoor(ports, settings), OPERATIONS);
}
