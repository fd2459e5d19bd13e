/** P105: whatever is finite has a share, or a reason why callers cannot take it from each other. */

import { expect, test } from 'vitest';
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

/** Threads, pools, agents of outgoing sockets, and lists of whoever waits or runs. */
const FINITE =
  /new Worker\(|new (?:pg\.)?Pool\(|new (?:https?\.)?Agent\(|maxSockets|\b(?:waiting|waiters|running|queue|line|underWay)\b\s*(?::[^=]*)?= (?:new (?:Map|Set)|\[\];$)/m;

/** Files with something finite that no caller can take from another, and why. */
const NO_SHARE: Record<string, string> = {
  'server/src/anchoring/calendars/http-client.ts': 'used by background work alone',
  'server/src/anchoring/evm/rpc.ts': 'used by background work alone',
  'server/src/database/connections/open-connections.ts': 'acquired in turn by database/pool.ts',
  'server/src/files/s3-bucket.ts':
    'no limit of sockets: each belongs to an answer or an upload that is limited itself',
  'server/src/kernel/aside.ts': 'started by calls that are counted: throttled logins and mails',
  'server/src/kernel/pacing/batch-while-busy.ts':
    'one batch takes all that waits in a lane, so nobody is behind anybody',
  'server/src/kernel/until-done.ts': 'one list of clean-ups, with a bound',
  'server/src/keys/usage/usage-counter.ts': 'one sum for each key, written down every few seconds',
  'server/src/memberships/documents/issue-document.ts':
    "at most one for each document, drawn by its account's share",
  'server/src/proofs/constancia/pdf-text.ts': 'the line of a page',
  'server/src/proofs/constancia/thread/draw-aside.ts': 'only who has a place of the writers is in its line',
  'server/src/proofs/constancia/writer.ts': 'only who has a place is in it',
  'server/src/proofs/export-account-evidence/sink.ts': 'a command of its own, without callers',
  'server/src/proofs/renewals/thread/hash-aside.ts': 'used by background work alone',
  'server/src/timestamps/dialects/http-client.ts':
    "the provider's own limit; callers that wait have time limits and a breaker",
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

test('P105: what is finite is given out in shares, or a reason is written down here', () => {
  expect(finite.filter((file) => !sharing(file) && !(file in NO_SHARE))).toEqual([]);
});

test('no reason is left over', () => {
  expect(Object.keys(NO_SHARE).filter((file) => !finite.includes(file))).toEqual([]);
});

test('P105: every shared thing is given out somewhere', () => {
  const code = sourceFiles(SERVER).map(codeOf).join('\n');
  const things = codeOf('server/src/kernel/shares/shared-things.ts').split('SHARED_THINGS = {')[1] ?? '';
  const names = [...things.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !code.includes(`SHARED_THINGS.${name}`))).toEqual([]);
});
