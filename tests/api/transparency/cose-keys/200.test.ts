import { encodeBase64, verifyReceipt } from '@sello/proof';
import { decodeCbor } from '../../../../proof/src/encoding/cbor.ts';
import { runLogKey } from '../../../harness/log-key-command.ts';
import { nodeEngine } from '../../../harness/node-engine.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('anyone gets the Ed25519 keys of the log as a COSE_KeySet, with the key ids of the verifier keys', async ({
  sello,
}) => {
  const { status, headers, bytes } = await sello.call('GET', '/log/cose-keys');
  expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    200,
    'application/cose-key-set',
    '*',
  ]);
  // Base64 may itself contain plus signs.
  const [, id = '', ...data] = sello.identity.vkey.split('+');
  expect(decodeCbor(new Uint8Array(bytes))).toEqual([
    new Map<number, unknown>([
      [1, 1],
      [2, new Uint8Array(Buffer.from(id, 'hex'))],
      [3, -8],
      [-1, 6],
      [-2, new Uint8Array(Buffer.from(data.join('+'), 'base64').subarray(1))],
    ]),
  ]);
});

test('P91 during a change of keys receipts are signed by the older one, and afterwards by the other; both are in the set', async ({
  sello,
  key,
}) => {
  await sello.certify(key, 'the first leaf');
  const { id } = await sello.certify(key);
  await sello.sequence();
  const receipt = () => sello.call('GET', `${API}/certificates/${id}/proof?type=receipt`, { key });
  const first = (await receipt()).body.proof;
  expect(first.key_id).toBe(sello.identity.vkey.split('+')[1]);
  const added = await runLogKey(sello, 'add');
  await sello.certify(key, 'signed by both keys');
  await sello.sequence();
  expect((await receipt()).body.proof).toEqual(first);
  await runLogKey(sello, 'retire', first.key_id);
  const second = (await receipt()).body.proof;
  expect(second.key_id).toBe(added.split('+')[1]);
  const { bytes } = await sello.call('GET', '/log/cose-keys');
  const logKeys = [`cose:${encodeBase64(bytes)}`];
  for (const { receipt_base64 } of [first, second]) {
    const signed = new Uint8Array(Buffer.from(receipt_base64, 'base64'));
    const { checks } = await verifyReceipt(nodeEngine, signed, { logKeys });
    expect(checks.at(-1)).toMatchObject({ name: 'signature', outcome: 'pass' });
  }
});
