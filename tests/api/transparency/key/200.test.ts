import { decodeCheckpoint } from '@sello/proof';
import { runLogKey } from '../../../harness/log-key-command.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('the keys that sign now are shown one per line, in the order of the signatures on a checkpoint', async ({
  sello,
}) => {
  const first = sello.identity.vkey;
  expect((await sello.call('GET', '/log/key')).text).toBe(`${first}\n`);
  const second = await runLogKey(sello, 'add');
  expect((await sello.call('GET', '/log/key')).text).toBe(`${first}\n${second}\n`);
  const [quantum] = (await sello.call('GET', '/log/keys')).body.ml_dsa_keys;
  const { note } = decodeCheckpoint((await sello.call('GET', '/log/checkpoint')).text);
  expect(
    note.signatures.map(({ keyName, keyId }) => `${keyName}+${Buffer.from(keyId).toString('hex')}`),
  ).toEqual([first, second, quantum.key].map((vkey) => vkey.split('+').slice(0, 2).join('+')));
  await runLogKey(sello, 'retire', first.split('+')[1]!);
  expect((await sello.call('GET', '/log/key')).text).toBe(`${second}\n`);
});
