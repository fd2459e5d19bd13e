import { expect, test } from 'vitest';
import { CONDITION_NAMES, type ConditionName, conditionOf } from './conditions.ts';
import { type Disk, type Facts, findConditions, redParts } from './find-conditions.ts';

const GB = 2 ** 30;
const provider = (isOpen: boolean, clockOffMs = 0) => ({ name: 'PSC', isOpen, clockOffMs });

/** For each condition, facts that make it true, and the most similar facts that do not. */
const CASES: Record<ConditionName, { yes: Facts; no: Facts }> = {
  database_away: { yes: { isDatabaseAway: true }, no: { isDatabaseAway: false } },
  past_lost: { yes: { lostPast: 'leaves 2 to 4 are missing' }, no: { lostPast: undefined } },
  standby_missing: { yes: { isStandbyMissing: true }, no: { isStandbyMissing: false } },
  files_away: { yes: { areFilesAway: true }, no: { areFilesAway: false } },
  disk_full: {
    yes: { disks: [{ freeBytes: 1e8, totalBytes: 100 * GB }] },
    no: { disks: [{ freeBytes: GB, totalBytes: 100 * GB }] },
  },
  disk_nearly_full: {
    yes: { disks: [{ freeBytes: 9 * GB, totalBytes: 100 * GB }] },
    no: { disks: [{ freeBytes: 11 * GB, totalBytes: 100 * GB }] },
  },
  providers_away: {
    yes: { providers: [provider(true)] },
    no: { providers: [provider(true), provider(false)] },
  },
  provider_failing: {
    yes: { providers: [provider(true), provider(false)] },
    no: { providers: [provider(false), provider(false)] },
  },
  clock_off: { yes: { providers: [provider(false, -1_001)] }, no: { providers: [provider(false, 1_000)] } },
  log_not_sequenced: { yes: { isLogStuck: true }, no: { isLogStuck: false } },
  log_forked: {
    yes: { witnessProblems: [{ witness: 'w', code: 'fork', message: 'another' }] },
    no: { witnessProblems: [{ witness: 'w', code: 'timeout', message: 'slow' }] },
  },
  witness_problem: {
    yes: { witnessProblems: [{ witness: 'w', code: 'timeout', message: 'slow' }] },
    no: { witnessProblems: [] },
  },
  mail_failing: { yes: { isMailFailing: true }, no: { isMailFailing: false } },
  chain_problem: {
    yes: { chainProblems: [{ network: 'eip155:1', code: 'low_balance', message: 'pay' }] },
    no: { chainProblems: [] },
  },
  log_not_stamped: { yes: { failedLogStamps: 1 }, no: { failedLogStamps: 0 } },
  descriptors_short: {
    yes: { descriptors: { open: 950, most: 1_000 } },
    no: { descriptors: { open: 850, most: 1_000 } },
  },
  presence_lost: { yes: { isPresent: false }, no: { isPresent: true } },
  replica_behind: { yes: { replica: 'behind' }, no: { replica: undefined } },
  replica_away: { yes: { replica: 'away' }, no: { replica: 'behind' } },
  cleanups_waiting: { yes: { cleanups: 10 }, no: { cleanups: 9 } },
  migrations_pending: { yes: { pendingMigrations: ['0060_x.sql'] }, no: { pendingMigrations: [] } },
};

test.for(CONDITION_NAMES)('P122 %s', (name) => {
  const names = (facts: Facts) => findConditions(facts).map((found) => found.name);
  expect(names(CASES[name].yes)).toContain(name);
  expect(names(CASES[name].no)).not.toContain(name);
});

test('P122 what is not known makes nothing true', () => {
  expect(findConditions({})).toEqual([]);
});

test('P122 without the bucket, certifying is red and reading is not', () => {
  const red = redParts(findConditions({ areFilesAway: true }));
  expect([red.has('certifying'), red.has('files'), red.has('reading')]).toEqual([true, true, false]);
});

test('P122 a yellow condition stops no part', () => {
  for (const name of CONDITION_NAMES) {
    if (conditionOf(name).level === 'yellow') expect(redParts([{ name }]).size).toBe(0);
  }
});

test.for([
  [
    'a small disk, still with room',
    { freeBytes: 100 * 2 ** 20, totalBytes: 600 * 2 ** 20 },
    'disk_nearly_full',
  ],
  ['a small disk without room', { freeBytes: 40 * 2 ** 20, totalBytes: 600 * 2 ** 20 }, 'disk_full'],
  ['bytes and no room for files', disk(999, 10_000_000), 'disk_full'],
  ['bytes and little room for files', disk(900_000, 10_000_000), 'disk_nearly_full'],
  ['room for both', disk(1_100_000, 10_000_000), undefined],
] as const)('P122 %s', ([, space, name]) => {
  expect(findConditions({ disks: [space] }).map((found) => found.name)).toEqual(
    name === undefined ? [] : [name],
  );
});

test('P122 of two disks, the one without room for files is told although the other has fewer bytes', () => {
  const roomy = { freeBytes: 20 * GB, totalBytes: 100 * GB };
  const [full, nearly] = [disk(0, 10_000_000), { freeBytes: 9 * GB, totalBytes: 100 * GB }];
  const names = (...disks: Facts['disks'] & {}) => findConditions({ disks }).map((found) => found.name);
  expect(names(roomy, full)).toEqual(['disk_full']);
  expect(names(nearly, full)).toEqual(['disk_full']);
  expect(names(roomy, nearly)).toEqual(['disk_nearly_full']);
  expect(names(roomy, roomy)).toEqual([]);
});

function disk(free: number, total: number): Disk {
  return { freeBytes: 50 * GB, totalBytes: 100 * GB, files: { free, total } };
}
