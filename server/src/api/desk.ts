/**
 * The back end of an organiser's desk. It has its own cookie, takes JSON and tables, and accepts changes only from our own
 * pages.
 */

import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import type { Site } from '../http/site.ts';
import { deskSessionOf } from '../memberships/organizers/desk/entrance/desk-session.ts';
import { DESK_ENTRANCE_OPERATIONS } from '../memberships/organizers/desk/entrance/visitor-operations.ts';
import { DESK_OPERATIONS } from '../memberships/organizers/desk/operations.ts';
import type { EntrancePorts } from '../memberships/own-page/entrance/enter-by-code.ts';
import { DESK, type OrganizerDoorPorts, organizerDoor } from '../operations/doors/organizer.ts';
import { visitorDoor } from '../operations/doors/visitor.ts';
import { demandDeclared, type ServePorts, serveOperations } from '../operations/serve-operation.ts';

export type DeskPorts = EntrancePorts & Pick<OrganizerDoorPorts<never>, 'access'> & ServePorts;

export function deskApi(app: App, ports: DeskPorts, site: Site): void {
  demandDeclared(app);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  leaveBodiesUnread(app);
  const findOrganizer = (request: Parameters<typeof deskSessionOf>[2]) => deskSessionOf(ports, site, request);
  const door = organizerDoor({ access: ports.access, findOrganizer }, site);
  serveOperations(app, ports, site, visitorDoor(DESK, site), DESK_ENTRANCE_OPERATIONS);
  serveOperations(app, ports, site, door, DESK_OPERATIONS);
}
