import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgeProvider } from '../../../../tests/harness/forged-provider.ts';
import { ALGORITHM_ENDS } from '../../timestamps/algorithm-ends.ts';
import { CONDITION_NAMES, conditionOf } from '../conditions/conditions.ts';
import { askProcess } from './ask-process.ts';
import type { DatabaseFacts } from './pg-status.ts';
import { describeStatus, type ReadStatus } from './status.ts';

const SETTINGS = {
  baseUrl: 'http://localhost:3000',
  dataDir: '/nowhere',
  databaseUrl: 'postgres://x',
  masterKey: { given: undefined, command: undefined },
  masterKeys: undefined,
  mail: {},
  signup: 'open',
  trustedProxies: [],
  psc: [{ name: 'PSC', trust: [{ accredited: true }] }],
  algorithmEnds: ALGORITHM_ENDS,
} as unknown as Parameters<typeof describeStatus>[1];

const READ: ReadStatus = {
  facts: undefined,
  lostPast: undefined,
  isDatabaseAway: false,
  areFilesAway: false,
  ofProcess: undefined,
};

const FACTS = {
  processes: 1,
  log: { size: 1, waiting: 0, lastCheckpointAt: undefined, signsWith: [] },
  problems: [],
  witnessProblems: [],
  stamps: { newest: undefined, waiting: undefined },
  renewals: { waiting: undefined, stamped: [], chains: [] },
  pendingMigrations: [],
  keys: [],
  notes: [],
} as unknown as DatabaseFacts;

const describe = (read: Partial<ReadStatus>) =>
  describeStatus('0', SETTINGS, { ...READ, ...read }, [], new Date());

test('P122 sello status tells every condition that the process on its machine knows', async () => {
  const { conditions, attention, knowsProcess } = await describe({ ofProcess: CONDITION_NAMES });
  expect(knowsProcess).toBe(true);
  expect(conditions.map(({ name }) => name)).toEqual(CONDITION_NAMES);
  for (const name of CONDITION_NAMES) {
    const { level, what } = conditionOf(name);
    expect(attention.some((line) => line.startsWith(`${level}: ${what.en}`))).toBe(true);
  }
});

test('P122 sello status tells of a database and files that are away by itself', async () => {
  const { conditions } = await describe({ isDatabaseAway: true, areFilesAway: true });
  expect(conditions.map(({ name }) => name)).toEqual(['database_away', 'files_away']);
});

test.for([
  ['no token yet', [], false],
  ['a token under another root', [{ provider: 'PSC', at: new Date(), isAccredited: false }], false],
  ['an accredited token', [{ provider: 'PSC', at: new Date(), isAccredited: true }], true],
  ['a token of somebody else', [{ provider: 'Other', at: new Date(), isAccredited: true }], false],
] as const)('a provider with %s is accredited only if its own token is', async ([, newestTokens, is]) => {
  const { providers } = await describe({ facts: { ...FACTS, newestTokens: [...newestTokens] } });
  expect(providers).toMatchObject([{ name: 'PSC', isExpectedToBe: true, isAccredited: is }]);
});

const METRICS = `sello_process{number="42"} 1
sello_condition{condition="mail_failing",level="red"} 2
sello_condition{condition="clock_off",level="yellow"} 0
`;

const server = createServer((_, response) => response.end(METRICS));
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => void server.close());

test('a process is believed only if it is one of this database', async () => {
  const { port } = server.address() as AddressInfo;
  const at = { host: '127.0.0.1', port, metricsAddress: undefined };
  expect(await askProcess(at, [7, 42])).toEqual(['mail_failing']);
  expect(await askProcess(at, [7])).toBeUndefined();
});

test('P131 sello status says when the next renewal is due, and asks for attention once it is late', async () => {
  const { unitDer, rootDer } = await forgeProvider({
    name: 'PSC unit',
    notAfter: new Date('2031-01-01T00:00:00Z'),
  });
  const renewals = { waiting: undefined, stamped: [], chains: [[unitDer, rootDer]] };
  const at = (day: string) =>
    describeStatus(
      '0',
      SETTINGS,
      { ...READ, facts: { ...FACTS, newestTokens: [], renewals } },
      [],
      new Date(day),
    );
  const early = await at('2030-01-01');
  expect(early.renewals).toMatchObject({ made: 0, due: undefined, next: { of: 'PSC unit' } });
  expect(early.renewals?.next?.dueAt.toISOString()).toBe('2030-07-05T00:00:00.000Z');
  expect(early.attention.join()).not.toContain('renewed');
  const late = await at('2030-08-01');
  expect(late.renewals?.due).toMatchObject({ of: 'PSC unit' });
  expect(late.attention).toContain(
    'The time stamps must be renewed before PSC unit ends on 2031-01-01; this has been due since 2030-07-05.',
  );
});
