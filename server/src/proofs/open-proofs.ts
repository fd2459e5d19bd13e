/** Opens the stores of proofs and renewals, and the table of algorithms that renewals follow. */

import type { Database } from '../database/pool.ts';
import type { TimestampsSettings } from '../timestamps/settings.ts';
import { makeProofStore } from './pg-proofs.ts';
import { makeRenewalStore } from './renewals/pg-renewals.ts';

export function openProofs(database: Database, { algorithmEnds }: Pick<TimestampsSettings, 'algorithmEnds'>) {
  return { proofs: makeProofStore(database), renewals: makeRenewalStore(database), algorithmEnds };
}
