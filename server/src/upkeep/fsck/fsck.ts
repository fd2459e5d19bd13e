/** What `sello fsck` checks, and what it can repair: the checks and repairs of all capabilities, in order. */

import type { CryptoEngine, TrustProfile } from '@sello/proof';
import { checkPayingAccount, type PayingAccount } from '../../anchoring/check/check-account.ts';
import { checkAnchors } from '../../anchoring/check/check-anchors.ts';
import { checkCalendarStamps } from '../../anchoring/check/check-calendars.ts';
import { checkUnsignedBlocks } from '../../anchoring/check/check-unsigned-blocks.ts';
import type { EmbeddedBlocks } from '../../anchoring/embedded-chain/read-blocks.ts';
import type { ChainFacts } from '../../anchoring/ports.ts';
import { checkAuditLogs } from '../../audit/check/check-chains.ts';
import { checkAnswers } from '../../certificates/check/check-answers.ts';
import { checkFiles } from '../../certificates/check/check-files.ts';
import {
  checkStrayTokens,
  checkUnnamedFiles,
  deleteUnnamedFiles,
} from '../../certificates/check/check-leftovers.ts';
import { checkStamps } from '../../certificates/check/check-stamps.ts';
import {
  checkAllowances,
  repairAllowances,
  repairReservations,
} from '../../certificates/check/pg-allowance.ts';
import { checkBatches } from '../../certificates/check/pg-batch-faults.ts';
import {
  checkAccountsOfCertificates,
  checkKeysOfCertificates,
  checkOwnersOfErasures,
  checkOwnersOfReservations,
  checkRowsOfCertificates,
} from '../../certificates/check/pg-certificate-faults.ts';
import { checkCounts } from '../../certificates/check/pg-count-certificates.ts';
import { checkQueue } from '../../certificates/check/pg-places.ts';
import { repairCodes, repairSearch } from '../../certificates/check/pg-repair-codes.ts';
import { repairCounts, repairStoredBytes } from '../../certificates/check/pg-repair-counts.ts';
import { repairPlaces, repairQueue } from '../../certificates/check/pg-repair-places.ts';
import { checkSeals } from '../../certificates/check/pg-seal-faults.ts';
import { checkUnsignedUploads } from '../../certificates/check/pg-unsigned-uploads.ts';
import type { Check } from '../../database/check/check.ts';
import type { Repair } from '../../database/check/repair.ts';
import { checkRowDigests, repairRowDigests } from '../../database/check/row-digests.ts';
import { checkServerKeys } from '../../database/check/server-keys.ts';
import type { Database } from '../../database/pool.ts';
import {
  checkBlobKeys,
  checkOwnersOfBlobKeys,
  checkUnfinishedUploads,
  sweepUnfinishedUploads,
} from '../../files/check/check-blobs.ts';
import type { BlobKeyProbe } from '../../files/check/pg-broken-keys.ts';
import type { BlobInventory, BlobStore } from '../../files/ports.ts';
import { checkHolds } from '../../holds/check/pg-hold-faults.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { checkAudited } from '../../keys/check/pg-audited-faults.ts';
import {
  checkOwnersOfKeys,
  checkOwnersOfUploads,
  checkUsage,
  repairCallCounts,
} from '../../keys/check/pg-key-faults.ts';
import { checkMembers } from '../../memberships/check/check-memberships.ts';
import { checkDraws } from '../../memberships/check/pg-draw-faults.ts';
import { checkBadgeKeys, checkLastingKey } from '../../memberships/check/pg-keys-of-members.ts';
import { checkMembershipRows } from '../../memberships/check/pg-membership-faults.ts';
import { checkOrganizers } from '../../memberships/check/pg-organizer-faults.ts';
import { checkOwnPages } from '../../memberships/check/pg-own-page-faults.ts';
import { repairMemberships, repairTallies } from '../../memberships/check/pg-repair-memberships.ts';
import {
  checkClaims,
  checkOwnersOfClaims,
  checkSealedAnswers,
  repairClaims,
} from '../../operations/check/pg-idempotency-faults.ts';
import { checkOwnersOfLogins, checkSeats, checkSecondFactors } from '../../people/check/pg-people-faults.ts';
import { checkProofs, checkStrayProofs } from '../../proofs/check/check-proofs.ts';
import { checkRenewals } from '../../proofs/check/check-renewals.ts';
import type { KnownAuthorities } from '../../timestamps/authority/inspect.ts';
import { checkAuthorities } from '../../timestamps/check/check-authorities.ts';
import { checkLasting } from '../../timestamps/check/check-lasting.ts';
import { checkCosignatures } from '../../transparency/check/check-cosignatures.ts';
import { checkLog } from '../../transparency/check/check-log.ts';
import { checkRollback } from '../../transparency/check/check-rollback.ts';
import { checkPlaces } from '../../transparency/check/pg-places.ts';
import { checkLogKeys } from '../../transparency/check/pg-read-keys.ts';
import {
  type LeafSource,
  repairLog,
  repairTiles,
  storeTilesAgain,
} from '../../transparency/check/pg-rebuild-log.ts';
import type { LeafOwners } from '../../transparency/check/ports.ts';
import type { Witnesses } from '../../transparency/witnesses/ports.ts';
import { checkWebhookSecrets } from '../../webhooks/check/pg-webhook-faults.ts';
import { checkJournal, type JournalRepairs, repairJournal } from '../check/check-journal.ts';

/**
 * Everything that the checks need. Files may be newer than what the database says, but never older, because a file is
 * written before its row.
 */
export type FsckNeeds = {
  /** The current database, in addition to the snapshot. */
  database: Database;
  blobs: BlobStore;
  inventory: BlobInventory;
  probe: BlobKeyProbe;
  kept: Pick<KeptObjects, 'read' | 'list'>;
  /** For how many days the journal is kept; 0 means that there is none. */
  journalDays: number;
  /** True with `--quick`: the bytes of files are not read. */
  isQuick: boolean;
  crypto: CryptoEngine;
  /** The available master keys. */
  masters: readonly Uint8Array[];
  serverKeys: ServerKeys;
  /** The log. Undefined if there is none yet, or if one of its keys cannot be read. */
  log: { origin: string; vkeys: readonly string[] } | undefined;
  leaves: LeafOwners;
  witnesses: Witnesses;
  blocks: EmbeddedBlocks;
  payingAccount: PayingAccount | undefined;
  /** The configured chains, as proofs describe them. */
  chains: readonly ChainFacts[];
  /** The configured networks whose blocks certify live and test certificates. */
  witnessChains: { live: string; test: string };
  authorities: KnownAuthorities;
  /** The trust profiles of the settings. */
  trust: readonly TrustProfile[];
};

export type RepairNeeds = JournalRepairs & {
  files: Pick<BlobStore, 'sweep'> & BlobInventory;
  kept: Pick<KeptObjects, 'read'>;
  leafSource: LeafSource;
};

/** The repairs in the order in which they run, because later ones rely on earlier ones. */
export const REPAIRS = [
  repairReservations,
  repairClaims,
  repairCounts,
  repairStoredBytes,
  repairAllowances,
  repairCodes,
  repairSearch,
  repairCallCounts,
  repairPlaces,
  repairQueue,
  repairTiles,
  repairLog,
  storeTilesAgain,
  repairJournal,
  repairMemberships,
  repairTallies,
  repairRowDigests,
  sweepUnfinishedUploads,
  deleteUnnamedFiles,
] as const satisfies readonly Repair<string, RepairNeeds>[];

export type RepairKind = (typeof REPAIRS)[number]['kind'];

/** Checks of each account's data, made entirely in the database. */
export const COMPARISONS: readonly Check<unknown, RepairKind>[] = [
  checkCounts,
  checkAudited,
  checkUnsignedUploads,
  checkAccountsOfCertificates,
  checkOwnersOfLogins,
  checkSeats,
  checkOwnersOfKeys,
  checkOwnersOfClaims,
  checkOwnersOfReservations,
  checkOwnersOfBlobKeys,
  checkOwnersOfErasures,
  checkOwnersOfUploads,
  checkRowsOfCertificates,
  checkStrayProofs,
  checkKeysOfCertificates,
  checkBatches,
  checkSeals,
  checkAllowances,
  checkClaims,
  checkUsage,
  checkHolds,
  checkMembershipRows,
  checkOwnPages,
  checkDraws,
  checkOrganizers,
  checkPlaces,
  checkQueue,
];

export const FSCK_SUBJECTS = ['files', 'stamps', 'log', 'anchors', 'ledgers', 'audit', 'leftovers'] as const;

export type FsckSubject = (typeof FSCK_SUBJECTS)[number];

/** The checks by subject. Each subject is one line of the report. */
export const CHECKS: Record<FsckSubject, readonly Check<FsckNeeds, RepairKind>[]> = {
  files: [checkBlobKeys, checkFiles],
  stamps: [checkAuthorities, checkStamps],
  log: [checkLog, checkRollback, checkJournal, checkUnsignedBlocks, checkPayingAccount],
  anchors: [checkAnchors, checkProofs, checkCalendarStamps, checkCosignatures, checkLasting, checkRenewals],
  ledgers: [
    checkServerKeys,
    checkLastingKey,
    checkLogKeys,
    ...COMPARISONS,
    checkAnswers,
    checkSecondFactors,
    checkSealedAnswers,
    checkWebhookSecrets,
    checkBadgeKeys,
    checkMembers,
    checkRowDigests,
  ],
  audit: [checkAuditLogs],
  leftovers: [checkUnnamedFiles, checkStrayTokens, checkUnfinishedUploads],
};
