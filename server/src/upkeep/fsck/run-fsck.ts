/** Recomputes all stored data, reports what does not match and where, and repairs what can be derived. */

import { countCertificates } from '../../certificates/check/pg-read-files.ts';
import type { Checking } from '../../database/check/check.ts';
import type { Finding } from '../../database/check/finding.ts';
import type { Repaired, Repairing } from '../../database/check/repair.ts';
import { ROLLBACK_CODES } from '../../transparency/check/check-rollback.ts';
import {
  CHECKS,
  FSCK_SUBJECTS,
  type FsckNeeds,
  type FsckSubject,
  REPAIRS,
  type RepairKind,
  type RepairNeeds,
} from './fsck.ts';

export type FsckPorts = Omit<Checking, 'advance'> & Omit<FsckNeeds, 'isQuick'>;

export type RepairPorts = Repairing & RepairNeeds;

export type FsckFinding = Finding<RepairKind>;

export type FsckOptions = {
  isQuick: boolean;
  /** What repairs need. If undefined, nothing is repaired. */
  repairs: RepairPorts | undefined;
  /** Called for each finding, up to a limit per code. */
  onFinding(subject: FsckSubject, finding: FsckFinding): void;
  onProgress(subject: FsckSubject, done: number | undefined): void;
};

export type FsckReport = {
  /** True if there were no problems, or if all of them were repaired. */
  holds: boolean;
  /** The number of findings of each subject, including those beyond the limit. */
  subjects: { name: FsckSubject; problems: number; notes: number }[];
  /** How often each code was found. */
  codes: Record<string, number>;
  repaired: (Repaired & { kind: RepairKind })[];
  /**
   * True if nothing was repaired because the database has lost what its log has signed: such a database cannot decide
   * what may be deleted.
   */
  refusesRepair: boolean;
};

/** The most findings that are reported for each code. Messages about a damaged disk must not fill another disk. */
export const MOST_TOLD = 100;

export async function runFsck(ports: FsckPorts, options: FsckOptions): Promise<FsckReport> {
  const codes: Record<string, number> = {};
  const subjects: FsckReport['subjects'] = [];
  const wanted = new Set<RepairKind>();
  const total = await countCertificates(ports.snapshot);
  await ports.snapshot.letGo();
  let beyondRepair = 0;
  for (const name of FSCK_SUBJECTS) {
    const told = { name, problems: 0, notes: 0 };
    for await (const finding of checkSubject(ports, options, name, total)) {
      codes[finding.code] = (codes[finding.code] ?? 0) + 1;
      told[finding.level === 'problem' ? 'problems' : 'notes'] += 1;
      if (finding.repair !== undefined) wanted.add(finding.repair);
      else if (finding.level === 'problem') beyondRepair += 1;
      if ((codes[finding.code] ?? 0) <= MOST_TOLD) options.onFinding(name, finding);
    }
    subjects.push(told);
  }
  const refusesRepair = ROLLBACK_CODES.some((code) => (codes[code] ?? 0) > 0);
  const repaired = refusesRepair ? [] : await repair(options.repairs, wanted);
  const problems = subjects.reduce((sum, subject) => sum + subject.problems, 0);
  const isMended =
    options.repairs !== undefined && beyondRepair === 0 && repaired.every(({ isWhole }) => isWhole);
  return { holds: problems === 0 || isMended, subjects, codes, repaired, refusesRepair };
}

async function repair(
  ports: RepairPorts | undefined,
  wanted: ReadonlySet<RepairKind>,
): Promise<FsckReport['repaired']> {
  const done: FsckReport['repaired'] = [];
  if (ports === undefined) return done;
  for (const { kind, run } of REPAIRS) {
    if (wanted.has(kind)) done.push({ kind, ...(await run(ports)) });
  }
  return done;
}

async function* checkSubject(
  ports: FsckPorts,
  options: FsckOptions,
  subject: FsckSubject,
  certificates: number,
): AsyncGenerator<FsckFinding> {
  const advance = makeAdvance(ports, options, subject, certificates);
  options.onProgress(subject, undefined);
  for (const check of CHECKS[subject]) {
    yield* check.find({ ...ports, isQuick: options.isQuick, advance });
    await ports.snapshot.letGo();
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
