/** The stores for certificates and their operations. */

import type { Database } from '../database/pool.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import { makeBatchStore } from './batches/pg-batches.ts';
import type { BatchStore } from './batches/ports.ts';
import { makeCertificateChanges } from './changes/pg-change-certificate.ts';
import type { CertificateChanges } from './changes/ports.ts';
import { makeErasureStore } from './erasing/pg-erasures.ts';
import { type LeavesInHand, makeLeavesInHand } from './journal/leaves-in-hand.ts';
import { type LongDigests, makeLongDigests } from './long-digests/in-use.ts';
import { makeCertificateStore } from './pg-certificates.ts';
import type { CertificateStore, ErasureStore } from './ports.ts';
import { makeSealStore } from './sealing/pg-seals.ts';
import type { SealStore } from './sealing/ports.ts';
import { makeCertificateSearch, makeSearchIndex } from './search/pg-search.ts';
import type { CertificateSearch, SearchIndex } from './search/ports.ts';
import { rememberTotals, type Totals } from './search/totals.ts';
import type { CertificatesSettings } from './settings.ts';
import { makeCallOrders } from './shared-stamps/pg-call-orders.ts';
import type { CallOrderStore, StampWindows } from './shared-stamps/ports.ts';
import { makeStampWindows, type StampWindowPorts } from './shared-stamps/stamp-windows.ts';
import type { StorageRules } from './stored-files.ts';
import { makeAnchorWatch } from './waiting/pg-anchor-watch.ts';
import type { AnchorWatch } from './waiting/ports.ts';

export type CertificatePorts = {
  certificates: CertificateStore;
  certificateChanges: CertificateChanges;
  batches: BatchStore;
  callOrders: CallOrderStore;
  /** Where single calls gather to share a time stamp; the API and the dashboard of a process use the same windows. */
  stampWindows: StampWindows;
  erasures: ErasureStore;
  seals: SealStore;
  search: CertificateSearch;
  searchIndex: SearchIndex;
  /** The cached totals of searches. */
  totals: Totals;
  anchorWatch: AnchorWatch;
  longDigests: LongDigests;
  /** The leaves that were just written, for the journal. */
  leavesInHand: LeavesInHand;
};

/** `owner`: the number under which this process owns what it has claimed. */
export function openCertificates(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
  rules: StorageRules,
): Omit<CertificatePorts, 'stampWindows'> {
  const leavesInHand = makeLeavesInHand();
  const search = makeCertificateSearch(database);
  return {
    certificates: makeCertificateStore(database, owner, untilDone, rules, leavesInHand),
    certificateChanges: makeCertificateChanges(database),
    batches: makeBatchStore(database, owner, rules),
    callOrders: makeCallOrders(database, owner),
    erasures: makeErasureStore(database),
    seals: makeSealStore(database, owner, rules),
    search,
    searchIndex: makeSearchIndex(database),
    totals: rememberTotals(search),
    anchorWatch: makeAnchorWatch(database),
    longDigests: makeLongDigests(database),
    leavesInHand,
  };
}

/** A separate function, because windows also need the providers of time stamps. */
export function openWindows(
  ports: StampWindowPorts,
  settings: CertificatesSettings,
): Pick<CertificatePorts, 'stampWindows'> {
  return { stampWindows: makeStampWindows(ports, settings) };
}
