/** P105: every limited resource is shared out, or has a reason why callers cannot take it from each other. */

import { expect, test } from 'vitest';
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

/** Threads, pools, agents of outgoing sockets, and lists of waiting or running work. */
const FINITE =
  /new Worker\(|new (?:pg\.)?Pool\(|new (?:https?\.)?Agent\(|maxSockets|\b(?:waiting|waiters|running|queue|line|underWay)\b\s*(?::[^=]*)?= (?:new (?:Map|Set)|\[\];$)/m;

/** Files with a limited resource that callers cannot take from each other, and the reason. */
const NO_SHARE: Record<string, string> = {
  'server/src/anchoring/calendars/http-client.ts': 'used by background work alone',
  'server/src/anchoring/evm/rpc.ts': 'used by background work alone',
  'server/src/database/connections/open-connections.ts': 'acquired in turn by database/pool.ts',
  'server/src/files/s3-bucket.ts':
    'no limit of sockets: each belongs to an answer or an upload that is limited itself',
  'server/src/kernel/aside.ts': 'started by calls that are counted: throttled logins and mails',
  'server/src/kernel/pacing/batch-while-busy.ts':
    'one batch takes all that waits in a lane, so nobody is behind anybody',
  'server/src/kernel/pacing/until-done.ts': 'one list of clean-ups, with a bound',
  'server/src/keys/requests/note-buffer.ts': 'each account has its share of a day, and what waits is bounded',
  'server/src/keys/usage/usage-counter.ts': 'one sum for each key, written down every few seconds',
  'server/src/memberships/documents/issue-document.ts':
    "at most one for each document, drawn by its account's share",
  'server/src/proofs/constancia/pdf-text.ts': 'the line of a page',
  'server/src/proofs/constancia/thread/draw-aside.ts': 'only who has a place of the writers is in its line',
  'server/src/proofs/constancia/writer.ts': 'only who has a place is in it',
  'server/src/proofs/export-account-evidence/sink.ts': 'a command of its own, without callers',
  'server/src/proofs/renewals/thread/hash-aside.ts': 'used by background work alone',
  'server/src/timestamps/dialects/http-client.ts':
    'as many connections as timestamps/open-providers.ts gives out of SHARED_THINGS.stamps',
  'server/src/timestamps/revocation/transport.ts': 'used by background work alone',
  'server/src/transparency/monitor/log-client.ts': 'a command of its own, without callers',
  'server/src/transparency/witnesses/witness-client.ts': 'used by background work alone',
  'server/src/transparency/witness-server/cosign-checkpoint.ts':
    'one for each log, and one that waits; see its tests',
  'server/src/webhooks/delivery/dispatcher.ts': 'serves what has a place of webhooks/delivery/places.ts',
  'server/src/webhooks/delivery/sender.ts': 'sends what the dispatcher gives it',
};

const sharing = (file: string) => /\bmakeShared\(/.test(codeOf(file));
const finite = sourceFiles(SERVER).filter(
  (file) => FINITE.test(codeOf(file)) && !/\/(?:cli|check|upkeep)\//.test(file),
);

test.for([
  'const thread = new Worker(file);',
  'const pool = new Pool(origin, { connections: 4 });',
  'const waiting = new Set<Waiter>();',
  'const queue: Job[] = [];',
])('"%s" would be noticed', (code) => {
  expect(code).toMatch(FINITE);
});

test('P105: every limited resource is shared out, or has a reason in this list', () => {
  expect(finite.filter((file) => !sharing(file) && !(file in NO_SHARE))).toEqual([]);
});

test('no reason in the list is unused', () => {
  expect(Object.keys(NO_SHARE).filter((file) => !finite.includes(file))).toEqual([]);
});

/** Every door of operations takes a slot for each request, except these, for the reason given. */
const NO_PLACE: Record<string, string> = {
  'server/src/operations/doors/key.ts': 'its callers enter in keys/rate-and-quota/guards.ts',
  'server/src/operations/doors/member.ts': 'its callers enter in operations/doors/mailed-code.ts',
  'server/src/operations/doors/organizer.ts': 'its callers enter in operations/doors/mailed-code.ts',
  'server/src/operations/doors/organizer-key.ts': 'its callers enter like those of any key',
  'server/src/operations/doors/operator.ts': 'a handful of people, whom the settings name',
  'server/src/operations/doors/visitor.ts':
    'what strangers may do is throttled by network, and their bodies, hashes and connections have shares',
};

test('P105: every request admitted at a door takes one of the slots for running requests', () => {
  const doors = sourceFiles(SERVER).filter((file) => /\): Door</.test(codeOf(file)));
  expect(doors.length).toBeGreaterThan(3);
  const without = doors.filter((file) => !/\benter(?:AsOneOf)?\(/.test(codeOf(file)));
  expect(without.sort()).toEqual(Object.keys(NO_PLACE).sort());
  expect(codeOf('server/src/keys/rate-and-quota/guards.ts')).toMatch(/tryEnter\([\s\S]*\benter\(/);
});

/** The only files that use narrow networks. Shares belong to the widest: a customer's /48 has 65,536 narrow ones. */
const BY_ONE_NETWORK = [
  'server/src/http/connection/network-of.ts',
  // These two count attempts, and count them for the whole /48 too.
  'server/src/memberships/own-page/entrance/throttles.ts',
  'server/src/people/login/attempt.ts',
];

test('P105: the share of a stranger is that of the widest network', () => {
  const narrow = sourceFiles(SERVER).filter((file) => /\bnetworkOf\(/.test(codeOf(file)));
  expect(narrow.sort()).toEqual(BY_ONE_NETWORK);
});

test('P105: those who enter with a mailed code have shares of their own, apart from those of their council', () => {
  expect(codeOf('server/src/operations/doors/mailed-code.ts')).toMatch(
    /\{ who, holder: all, person: one, value \}/,
  );
  const serving = codeOf('server/src/operations/serve-operation.ts');
  expect(serving).toMatch(/holder = entrance\.holder \?\? entrance\.who\?\.accountId/);
  expect(serving).not.toMatch(/(?:holdAs|inTurns)\([^)]*accountId/);
});

/**
 * Routes that are not operations: each is limited by network in `routesForStrangers`, or has a reason here why it need
 * not be.
 */
const BY_NETWORK = [
  'api/front-page',
  'files',
  'memberships/badges',
  'memberships/draws',
  'memberships/organizers',
  'memberships/own-page',
  'memberships/public-page',
  'memberships/watches',
  'people/sso',
  'proofs/asic',
  'proofs/public-page',
  'proofs/verify-page',
  'timestamps/authority',
  'transparency',
];
const NOT_BY_NETWORK = {
  'api/dashboard-page.ts': 'one page, in memory',
  'api/guides': 'texts and packages, in memory',
  'api/health.ts': 'all who ask at once share one look',
  'api/reference': 'pages made once in each language and kept',
  'http/pages': 'files of the pages, in memory',
  'operations/serve-operation.ts': 'operations, each behind a door',
  telemetry: 'answers this machine alone',
};

test('P105: every route that is no operation is limited by network, or has a reason in this list', () => {
  const declares = /\b(?:app|part|api)\.(?:get|post|put|patch|delete|route)(?:<[^(]*>)?\(/;
  const routes = sourceFiles(SERVER).filter((file) => declares.test(codeOf(file)));
  const places = [...BY_NETWORK, ...Object.keys(NOT_BY_NETWORK)];
  const placeOf = (file: string) => places.find((place) => file.startsWith(`${SERVER}/${place}`));
  expect(routes.filter((file) => placeOf(file) === undefined)).toEqual([]);
  expect(new Set(routes.map(placeOf))).toEqual(new Set(places));
  const [, limited = ''] = codeOf('server/src/api/server.ts').split('async function routesForStrangers');
  const imported = codeOf('server/src/api/server.ts');
  for (const place of BY_NETWORK) {
    const names = [...imported.matchAll(/import \{([^}]*)\} from '\.\.?\/([^']+)'/g)]
      .filter(([, , from = '']) => `api/${from}`.startsWith(place) || from.startsWith(place))
      .flatMap(([, list = '']) => list.match(/\b[a-z]\w+(?:Routes?|Shell)\b/g) ?? []);
    expect(names, place).not.toEqual([]);
    for (const name of names) expect(limited, place).toContain(`${name}(`);
  }
});

test('P105: every shared resource is used somewhere', () => {
  const code = sourceFiles(SERVER).map(codeOf).join('\n');
  const things = codeOf('server/src/kernel/shares/shared-things.ts').split('SHARED_THINGS = {')[1] ?? '';
  const names = [...things.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !code.includes(`SHARED_THINGS.${name}`))).toEqual([]);
});
