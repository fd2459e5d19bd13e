/**
 * The back end of a member's own page. It has its own cookie, takes and gives JSON, and accepts changes only from our
 * own pages.
 */

import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import type { Site } from '../http/site.ts';
import { exportOwnDataOperation } from '../memberships/members/export/operations.ts';
import type { EntrancePorts } from '../memberships/own-page/entrance/enter-by-code.ts';
import { findMemberSession } from '../memberships/own-page/entrance/member-session.ts';
import { ENTRANCE_OPERATIONS } from '../memberships/own-page/entrance/visitor-operations.ts';
import { OWN_OPERATIONS, type OwnOperationPorts } from '../memberships/own-page/member-operations.ts';
import { type MemberDoorPorts, memberDoor, OWN_PAGE } from '../operations/doors/member.ts';
import { visitorDoor } from '../operations/doors/visitor.ts';
import { demandDeclared, type ServePorts, serveOperations } from '../operations/serve-operation.ts';

export type OwnPagePorts = EntrancePorts &
  OwnOperationPorts &
  Pick<MemberDoorPorts<never>, 'access'> &
  ServePorts;

export function ownPageApi(app: App, ports: OwnPagePorts, site: Site): void {
  demandDeclared(app);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  leaveBodiesUnread(app);
  const door = memberDoor(
    { access: ports.access, findMember: (request) => findMemberSession(ports, site, request) },
    site,
  );
  serveOperations(app, ports, site, visitorDoor(OWN_PAGE, site), ENTRANCE_OPERATIONS);
  serveOperations(app, ports, site, door, [...OWN_OPERATIONS, exportOwnDataOperation()]);
}
