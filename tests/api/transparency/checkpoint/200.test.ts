import { decodeCheckpoint, decodeNoteKey, EMPTY_ROOT, verifyNote } from '@sello/proof';
import { queueLeaves } from '../../../harness/log-leaves.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_LOG_ORIGIN: 'log.example.com/sello' });

test('an empty log has a key and a signed checkpoint', async ({ sello }) => {
  const { status, headers, text } = await sello.call('GET', '/log/checkpoint');
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
  const { origin, size, root, note } = decodeCheckpoint(text);
  expect([origin, size, root]).toEqual(['log.example.com/sello', 0, EMPTY_ROOT]);
  const { vkey } = sello.identity;
  expect((await sello.call('GET', '/log/key')).text).toBe(`${vkey}\n`);
  const key = await decodeNoteKey(sello.ports.crypto, vkey);
  expect(await verifyNote(sello.ports.crypto, note, [key])).toEqual([key]);
});

test('anyone gets the newest checkpoint, and it verifies with the log’s published key', async ({ sello }) => {
  for (const count of [3, 7]) {
    await queueLeaves(sello, count);
    await sello.sequence();
  }
  const { status, headers, text } = await sello.call('GET', '/log/checkpoint');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=1',
    'access-control-allow-origin': '*',
  });
  const { origin, size, note } = decodeCheckpoint(text);
  expect([origin, size]).toEqual(['log.example.com/sello', 10]);
  const vkey = (await sello.call('GET', '/log/key')).text.trimEnd();
  const key = await decodeNoteKey(sello.ports.crypto, vkey);
  expect(await verifyNote(sello.ports.crypto, note, [key])).toEqual([key]);
});

test('every process of the same log uses the same origin and key, whatever its settings', async ({
  sello,
}) => {
  const other = await sello.another();
  expect((await other.call('GET', '/log/key')).text).toBe((await sello.call('GET', '/log/key')).text);
  expect((await other.call('GET', '/log/checkpoint')).text).toBe(
    (await sello.call('GET', '/log/checkpoint')).text,
  );
});
