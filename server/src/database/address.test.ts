import { expect, test } from 'vitest';
import { readSettings } from '../kernel/settings/reader.ts';
import { namesWriter, problemOfReplicaUrl, problemOfUrl, urlOfEachHost } from './address.ts';
import { atHost, type Host, hostsOf } from './connections/hosts.ts';
import { readDatabaseSettings } from './settings.ts';

const URL_OF_BOTH = 'postgres://sello:p%40ss@a:1,b:2/db?target_session_attrs=read-write';

test('an address with several hosts is one address for each of them, in their order', () => {
  expect(urlOfEachHost(URL_OF_BOTH)).toEqual([
    'postgres://sello:p%40ss@a:1/db?target_session_attrs=read-write',
    'postgres://sello:p%40ss@b:2/db?target_session_attrs=read-write',
  ]);
  expect(urlOfEachHost('postgresql://[::1]:5432,b/db')).toEqual([
    'postgresql://[::1]:5432/db',
    'postgresql://b/db',
  ]);
  expect(namesWriter(URL_OF_BOTH)).toBe(true);
});

test('one host stays as it was written', () => {
  const url = 'postgres://sello@localhost:5432/db?host=%2Frun%2Fpostgresql';
  expect(urlOfEachHost(url)).toEqual([url]);
  expect(problemOfUrl(url)).toBeUndefined();
  expect(namesWriter(url)).toBe(false);
});

test.for([
  ['postgres://a:1,:2/db', 'host 2 of 2 has no name'],
  ['postgres://a:1,b:port/db', 'host 2 of 2 cannot be read'],
  ['postgres://a:99999/db', 'its host or port cannot be read'],
  ['postgres://a/db?host=a,b', 'not in ?host='],
  ['postgres://a,b/db?target_session_attrs=standby', 'target_session_attrs must be any, read-write, primary'],
] as const)('%s is refused in words that name the setting, without its password', ([url, words]) => {
  const withPassword = url.replace('://', '://sello:geheim@');
  const problem = problemOfUrl(withPassword);
  expect(problem).toMatch(/^DATABASE_URL: /);
  expect(problem).toContain(words);
  expect(problem).not.toContain('geheim');
  const read = readSettings({ DATABASE_URL: withPassword });
  readDatabaseSettings(read);
  expect(read.problems).toEqual([problem]);
});

test('an abandoned host is tried again only after the others, and only once', () => {
  const hosts = hostsOf({ url: URL_OF_BOTH });
  const first = hosts.current();
  expect([hosts.count, hosts.asksForWriter]).toEqual([2, true]);
  hosts.leave(first);
  const second = hosts.current();
  hosts.leave(first);
  expect(hosts.current()).toBe(second);
  hosts.leave(second);
  expect(hosts.current()).toBe(first);
});

test('a replaced server is refused from then on, and holders of connections are notified', () => {
  const hosts = hostsOf({ url: URL_OF_BOTH });
  let told = 0;
  const stop = hosts.onLater(() => {
    told += 1;
  });
  const [a, b] = hosts.all as [Host, Host];
  const first = { system: '7', number: 1 };
  expect([hosts.isLatest(first, a), hosts.isLatest(first, a), told]).toEqual([true, true, 0]);
  expect([hosts.isLatest({ system: '7', number: 2 }, b), told]).toEqual([true, 1]);
  expect([hosts.isLatest(first, a), hosts.isReplaced(first), told]).toEqual([false, true, 1]);
  stop();
  expect([hosts.isLatest({ system: '7', number: 3 }, a), told]).toEqual([true, 1]);
  // A recreated database, after an upgrade for example, starts counting again.
  expect(hosts.isLatest({ system: '8', number: 1 }, a)).toBe(true);
});

test('a process that learns of a later primary and reconnects goes straight to it', () => {
  const hosts = hostsOf({ url: URL_OF_BOTH });
  const [a, b] = hosts.all as [Host, Host];
  hosts.isLatest({ system: '7', number: 1 }, a);
  let ledTo: Host | undefined;
  hosts.onLater(() => {
    ledTo = hosts.current();
  });
  hosts.isLatest({ system: '7', number: 2 }, b);
  expect(ledTo).toBe(b);
});

test('options in the address are added to ours', () => {
  const { current } = hostsOf({ url: 'postgres://a/db?options=-c%20search_path%3Dx&sslmode=disable' });
  const { options, connectionString } = atHost({ options: '-c statement_timeout=1' }, current());
  expect(options).toBe('-c statement_timeout=1 -c search_path=x');
  expect(connectionString).toBe('postgres://a/db?sslmode=disable');
});

test.for([
  ['postgres://u@r:5432/db', true, undefined],
  ['postgres://u@r:5432/db', false, 'set DATABASE_URL too'],
  ['postgres://u@r:5432,s:5432/db', true, 'one host'],
  ['postgres://u@r:5432/db?target_session_attrs=read-write', true, 'leave out target_session_attrs'],
  ['postgres://u@r:5432/db?target_session_attrs=standby', true, 'leave out target_session_attrs'],
  ['postgres://u:a@b@r:x/db', true, 'SELLO_DATABASE_REPLICA_URL: its host or port cannot be read'],
] as const)('the address of a replica %s, beside a database: %s', ([url, hasPrimary, problem]) => {
  const found = problemOfReplicaUrl(url, hasPrimary);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
