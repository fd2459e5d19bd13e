import { runLogKey } from '../../../harness/log-key-command.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('anyone gets every key of the log with the time of its first signature, the oldest first', async ({
  sello,
}) => {
  const first = { key: sello.identity.vkey, added_at: null, retired_at: null };
  const { status, headers, body } = await sello.call('GET', '/log/keys');
  const quantum = {
    key: expect.stringContaining('+'),
    added_at: expect.stringMatching(/Z$/),
    retired_at: null,
  };
  expect([status, headers['access-control-allow-origin'], body]).toEqual([
    200,
    '*',
    { keys: [first], ml_dsa_keys: [quantum] },
  ]);
  const added = await runLogKey(sello, 'add');
  expect((await sello.call('GET', '/log/keys')).body.keys).toEqual([
    first,
    { key: added, added_at: expect.stringMatching(/Z$/), retired_at: null },
  ]);
});

test('a retired key stays listed, with the time when it stopped signing', async ({ sello }) => {
  const [first] = (await sello.call('GET', '/log/keys')).body.keys;
  await runLogKey(sello, 'retire', first.key.split('+')[1]);
  const [retired, signing] = (await sello.call('GET', '/log/keys')).body.keys;
  expect(retired).toEqual({ ...first, retired_at: expect.stringMatching(/Z$/) });
  expect(signing.retired_at).toBe(null);
});
