/** Stores which chains make certificates `certified`, as the settings say. */

import type { Clock } from '../kernel/clock.ts';
import type { Calendars } from './calendars/ports.ts';
import { BITCOIN_NETWORK } from './calendars/stamp-checkpoints.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from './networks.ts';
import type { AnchorStore } from './ports.ts';

export async function nameWitnesses(
  config: Parameters<typeof configuredNetwork>[0],
  { anchors, calendars, now }: { anchors: AnchorStore; calendars: Calendars; now: Clock },
): Promise<void> {
  await anchors.setWitnesses(configuredNetwork(config), EMBEDDED_NETWORK, now());
  // Stamping is off: clear its old problems.
  if (calendars.all.length === 0) await anchors.clearProblems(BITCOIN_NETWORK, now());
}
