import { expect, test } from 'vitest';
import { serverArguments } from './postgres-settings.ts';

test('a caller can override a default, but not what keeps the server private and recognisable', () => {
  const given = { fsync: 'off', listen_addresses: '*', cluster_name: 'other', work_mem: '8MB' };
  const settings = serverArguments(given, 'sello(1:2)').filter((argument) => argument !== '-c');
  expect(settings).toContain('fsync=off');
  expect(settings).toContain('work_mem=8MB');
  expect(settings).toContain('listen_addresses=');
  expect(settings).toContain('cluster_name=sello(1:2)');
  expect(settings.filter((setting) => setting.startsWith('fsync='))).toHaveLength(1);
});

test('a server is durable unless its caller says otherwise', () => {
  const settings = serverArguments({}, 'sello(1:2)');
  expect(settings).toEqual(
    expect.arrayContaining(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']),
  );
});
