/** The stores for public pages, proofs and the log. Their database may be a replica. */

import { makeCalendarStampStore } from '../anchoring/calendars/pg-calendar-stamps.ts';
import { makeAnchorStore } from '../anchoring/pg-anchors.ts';
import type { Database } from '../database/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeptObjects } from '../kernel/disk/kept-objects.ts';
import { readOne } from '../keys/pg-account-reads.ts';
import type { Access } from '../keys/ports.ts';
import { makeIssuedDocuments } from '../memberships/documents/pg-issued-documents.ts';
import { openProofs } from '../proofs/open-proofs.ts';
import { makePublicStore } from '../proofs/public-page/pg-public.ts';
import { openLasting } from '../timestamps/open-lasting.ts';
import type { TimestampsSettings } from '../timestamps/settings.ts';
import { makeMerkleLogStore } from '../transparency/pg-log.ts';
import { makeCosignatureStore } from '../transparency/witnesses/pg-cosignatures.ts';
import type { WitnessSettings } from '../transparency/witnesses/settings.ts';

export type PublicReads = ReturnType<typeof makeStores> & {
  /** Finds which hashes the account of an admitted caller has certified. */
  readAccount: Access['read'];
};

export function makePublicReads(
  database: Database,
  kept: KeptObjects,
  config: TimestampsSettings & Pick<WitnessSettings, 'witnessQuorum'>,
  now: Clock,
): PublicReads {
  return {
    ...makeStores(database, kept, config, now),
    readAccount: (accountId, livemode, what) => readOne(database, accountId, livemode, what),
  };
}

function makeStores(
  database: Database,
  kept: KeptObjects,
  config: TimestampsSettings & Pick<WitnessSettings, 'witnessQuorum'>,
  now: Clock,
) {
  return {
    published: makePublicStore(database),
    merkleLog: makeMerkleLogStore(database, kept),
    anchors: makeAnchorStore(database),
    ...openProofs(database, config),
    calendarStamps: makeCalendarStampStore(database),
    cosignatures: makeCosignatureStore(database, config.witnessQuorum),
    issuedDocuments: makeIssuedDocuments(database, now),
    records: database,
    ...openLasting(database, config),
  };
}
