/** Derives all stored data again, reports what does not match and where, and repairs what can be derived. */

import type { CryptoEngine, TrustProfile } from '@sello/proof';
import type { EmbeddedBlocks } from '../../anchoring/embedded-chain/read-blocks.ts';
import type { ChainFacts } from '../../anchoring/ports.ts';
import { type AuditFault, checkAuditChains } from '../../audit/audit-log.ts';
import type { AuditLog } from '../../audit/ports.ts';
import type { BlobInventory, BlobStore } from '../../files/ports.ts';
import type { TakeBreak } from '../../kernel/pacing/breaks.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { KnownAuthorities } from '../../timestamps/authority/inspect.ts';
import { checkAnchors } from './check-anchors.ts';
import { checkCalendarStamps } from './check-calendars.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys } from './check-keys.ts';
import { checkLedgers } from './check-ledgers.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkMemberships } from './check-memberships.ts';
import { checkProofs } from './check-proofs.ts';
import { checkStamps } from './check-stamps.ts';
import { checkLasting } from './lasting/check-lasting.ts';
import { checkLog } from './log/check-log.ts';
import type { Finding, FsckReads, FsckRepairs, FsckSubject, Repaired, RepairKind } from './ports.ts';
import { FSCK_SUBJECTS, REPAIR_KINDS } from './ports.ts';
import { checkPast, PAST_CODES } from './rollback/check-past.ts';
import type { PastReads } from './rollback/ports.ts';
import { checkCosignatures } from './witnesses/check-cosignatures.ts';

/** Files may be newer than what the database says, never older: a file is written before its row. */
export type FsckPorts = {
  /** Awaited between portions of the work. */
  takeBreak: TakeBreak;
  blobs: BlobStore;
  crypto: CryptoEngine;
  audit: AuditLog;
  serverKeys: ServerKeys;
  /** The master keys that are here. */
  masters: readonly Uint8Array[];
} & {
  reads: FsckReads;
  past: PastReads;
  inventory: BlobInventory;
  blocks: EmbeddedBlocks;
  authorities: KnownAuthorities;
  trust: readonly TrustProfile[];
  /** The configured chains, as proofs describe them. */
  chains: readonly ChainFacts[];
  /** The configured networks whose blocks certify live and test certificates. */
  witnesses: { live: string; test: string };
  /** Undefined where there is no log yet, or a key of it cannot be read. */
  log: { origin: string; vkeys: readonly string[] } | undefined;
};

export type FsckOptions = {
  isQuick: boolean;
  repairs: FsckRepairs | undefined;
  /** Called for each finding, up to a limit per code. */
  onFinding(subject: FsckSubject, finding: Finding): void;
  onProgress(subject: FsckSubject, done: number | undefined): void;
};

export type FsckReport = {
  /** No problems, or all of them repaired. */
  holds: boolean;
  /** Counts every finding, including those past the limit. */
  subjects: { name: FsckSubject; problems: number; notes: number }[];
  /** How often each code was found. */
  codes: Record<string, number>;
  repaired: (Repaired & { kind: RepairKind })[];
  /** Nothing was repaired, as the database has lost what its log has signed: its word is not enough to delete anything. */
  refusesRepair: boolean;
};

/** Per code: a damaged disk must not fill another one with messages about it. */
export const MOST_TOLD = 100;

export async function runFsck(ports: FsckPorts, options: FsckOptions): Promise<FsckReport> {
  const codes: Record<string, number> = {};
  const subjects: FsckReport['subjects'] = [];
  const wanted = new Set<RepairKind>();
  const total = await ports.reads.certificates();
  await ports.reads.letGo();
  let beyondRepair = 0;
  for (const name of FSCK_SUBJECTS) {
    const told = { name, problems: 0, notes: 0 };
    for await (const finding of check(ports, options, name, total)) {
      codes[finding.code] = (codes[finding.code] ?? 0) + 1;
      told[finding.level === 'problem' ? 'problems' : 'notes'] += 1;
      if (finding.repair !== undefined) wanted.add(finding.repair);
      else if (finding.level === 'problem') beyondRepair += 1;
      if ((codes[finding.code] ?? 0) <= MOST_TOLD) options.onFinding(name, finding);
    }
    subjects.push(told);
    await ports.reads.letGo();
  }
  const refusesRepair = PAST_CODES.some((code) => (codes[code] ?? 0) > 0);
  const repaired = refusesRepair ? [] : await repair(options.repairs, wanted);
  const problems = subjects.reduce((sum, subject) => sum + subject.problems, 0);
  const isMended =
    options.repairs !== undefined && beyondRepair === 0 && repaired.every(({ isWhole }) => isWhole);
  return { holds: problems === 0 || isMended, subjects, codes, repaired, refusesRepair };
}

async function repair(
  repairs: FsckRepairs | undefined,
  wanted: ReadonlySet<RepairKind>,
): Promise<FsckReport['repaired']> {
  const done: FsckReport['repaired'] = [];
  if (repairs === undefined) return done;
  for (const kind of REPAIR_KINDS) {
    if (wanted.has(kind)) done.push({ kind, ...(await repairs[kind]()) });
  }
  return done;
}

async function* check(
  ports: FsckPorts,
  options: FsckOptions,
  subject: FsckSubject,
  certificates: number,
): AsyncGenerator<Finding> {
  const advance = makeAdvance(ports, options, subject, certificates);
  options.onProgress(subject, undefined);
  switch (subject) {
    case 'files':
      return yield* checkFiles({ ...ports, isQuick: options.isQuick, advance });
    case 'stamps':
      return yield* checkStamps({ ...ports, advance });
    case 'log':
      yield* checkLog({ ...ports, advance });
      return yield* checkPast(ports);
    case 'anchors':
      yield* checkAnchors(ports);
      yield* checkProofs(ports);
      yield* checkCalendarStamps(ports);
      yield* checkCosignatures(ports);
      return yield* checkLasting(ports);
    case 'ledgers':
      yield* checkKeys(ports);
      yield* checkLedgers(ports);
      return yield* checkMemberships(ports);
    case 'audit':
      for await (const fault of checkAuditChains(ports)) yield describeAuditFault(fault);
      return;
    case 'leftovers':
      return yield* checkLeftovers(ports);
  }
}

function makeAdvance(
  { takeBreak }: FsckPorts,
  { onProgress }: FsckOptions,
  subject: FsckSubject,
  total: number,
): (count: number) => Promise<void> {
  let done = 0;
  let told = -1;
  return (count) => {
    done += count;
    const percent = total === 0 ? 100 : Math.min(Math.floor((done / total) * 100), 100);
    if (percent !== told) onProgress(subject, percent / 100);
    told = percent;
    return takeBreak();
  };
}

function describeAuditFault({ accountId, number, problem }: AuditFault): Finding {
  const message = {
    missing: 'An entry of its audit log is missing.',
    changed: 'An entry of its audit log was changed.',
    does_not_follow: 'An entry of its audit log does not follow the one before it.',
    past_the_end: 'Its audit log has entries past its recorded end.',
    end_differs: 'Its audit log ends with the wrong entry.',
  }[problem];
  return { level: 'problem', code: `audit_${problem}`, where: `${accountId} entry ${number}`, message };
}
