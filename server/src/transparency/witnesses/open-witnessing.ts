/** The named witnesses and what they have cosigned, ready for use. */

import type { Database } from '../../database/pool.ts';
import type { OnClose } from '../../kernel/closing.ts';
import { makeCosignatureStore } from './pg-cosignatures.ts';
import type { CosignatureStore, Witnesses } from './ports.ts';
import type { WitnessSettings } from './settings.ts';
import { openWitnesses } from './witness-client.ts';

export type Witnessing = { witnesses: Witnesses; cosignatures: CosignatureStore };

export async function openWitnessing(
  settings: WitnessSettings,
  database: Database,
  onClose: OnClose,
): Promise<Witnessing> {
  const witnesses = openWitnesses(settings);
  onClose.push(() => witnesses.close());
  const cosignatures = makeCosignatureStore(database, settings.witnessQuorum);
  await cosignatures.name(settings.witnesses.map(({ vkey }) => vkey));
  return { witnesses, cosignatures };
}
