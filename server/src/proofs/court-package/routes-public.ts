/** Serves `/files/{certificate}/court`: court packages, for anybody with a valid signed address. */

import type { App } from '../../http/app.ts';
import { type LinkedArchivePorts, linkedArchiveRoute } from '../linked-archives/routes-public.ts';
import type { CourtSite } from './court-files.ts';
import { type SendCourtPorts, sendCourtPackage } from './send-court-package.ts';

export type CourtRoutePorts = SendCourtPorts & LinkedArchivePorts;

export function courtRoutes(app: App, ports: CourtRoutePorts, site: CourtSite): void {
  for (const thing of ['court', 'court-without-original'] as const)
    linkedArchiveRoute(app, ports, thing, (subject, answer) => {
      const asked = { withOriginal: thing === 'court', holder: subject.accountId };
      return sendCourtPackage(ports, site, subject, asked, answer);
    });
}
