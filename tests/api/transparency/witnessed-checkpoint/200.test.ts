import { decodeCheckpoint, decodeWitnessKey, verifyCosignatures } from '@sello/proof';
import { expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { queueLeaves } from '../../../harness/log-leaves.ts';
import { openTestSello } from '../../../harness/test-sello.ts';
import { cosignNewest, exampleWitness } from '../../../harness/test-witness.ts';

const sello = forFile(async () => {
  const { vkey } = await exampleWitness();
  return openTestSello({ SELLO_WITNESSES: `${vkey} https://witness.example` });
});

test('the newest checkpoint with a quorum stays while the log grows without its witnesses', async () => {
  const witness = await exampleWitness();
  await queueLeaves(sello, 3);
  await sello.sequence();
  await cosignNewest(sello, witness);
  await queueLeaves(sello, 4);
  await sello.sequence();
  const { status, headers, text } = await sello.call('GET', '/log/witnessed-checkpoint');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=1',
    'access-control-allow-origin': '*',
  });
  const { size, note } = decodeCheckpoint(text);
  expect(size).toBe(3);
  const { crypto } = sello.ports;
  expect(await verifyCosignatures(crypto, note, [await decodeWitnessKey(crypto, witness.vkey)])).toHaveLength(
    1,
  );
  expect(decodeCheckpoint((await sello.call('GET', '/log/checkpoint')).text).size).toBe(7);
});
