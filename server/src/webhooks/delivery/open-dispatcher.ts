/** Opens the dispatcher, at a pace that suits this process. */

import type { FilesSettings } from '../../files/settings.ts';
import type { Site } from '../../http/site.ts';
import type { DeliveryCounters } from './counters.ts';
import { type Dispatcher, type DispatchPorts, makeDispatcher } from './dispatcher.ts';
import { makePace, systemPaceClock } from './pace.ts';

type DispatcherSettings = Pick<Site, 'baseUrl' | 'serviceName'> & Pick<FilesSettings, 'testFilesDays'>;

export function openDispatcher(
  { baseUrl, serviceName, testFilesDays }: DispatcherSettings,
  ports: Omit<DispatchPorts, 'pace' | 'counters' | 'site'>,
  counters: DeliveryCounters,
): Dispatcher {
  const pace = makePace(systemPaceClock());
  const site = { baseUrl, serviceName };
  return makeDispatcher({ ...ports, pace, counters, site }, { baseUrl, testFilesDays });
}
