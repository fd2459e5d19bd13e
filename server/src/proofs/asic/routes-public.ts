/** Serves `/files/{certificate}/asic`: ASiC containers, for anybody with a valid signed address. */

import type { App } from '../../http/app.ts';
import { type LinkedArchivePorts, linkedArchiveRoute } from '../linked-archives/routes-public.ts';
import { type SendAsicPorts, sendAsic } from './send-asic.ts';

export type AsicRoutePorts = SendAsicPorts & LinkedArchivePorts;

export function asicRoute(app: App, ports: AsicRoutePorts): void {
  linkedArchiveRoute(app, ports, 'asic', (subject, answer) => sendAsic(ports, subject, answer));
}
