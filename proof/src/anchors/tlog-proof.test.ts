import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { parseBase64 } from '../encoding/bytes.ts';
import { decodeCheckpoint } from '../log/checkpoint.ts';
import { leafHash, verifyInclusion } from '../log/merkle.ts';
import { encodeTlogProof } from './tlog-proof.ts';

test('a reader with the file, the log key and the specification alone can check it', async () => {
  const { proof } = await makeSample({ leaves: 100, index: 42 });
  const text = encodeTlogProof(proof);
  const split = text.indexOf('\n\n');
  const [magic, extra, index, ...path] = text.slice(0, split).split('\n');
  expect(magic).toBe('c2sp.org/tlog-proof@v1');
  expect(index).toBe('index 42');
  const data = parseBase64(extra!.replace('extra ', ''))!;
  const leaf = (await leafHash(
    nodeEngine,
    data.subarray(0, 32),
    proof.document.fileSha256,
    data.subarray(32),
  )) as Uint8Array;
  const { size, root } = decodeCheckpoint(text.slice(split + 2));
  const inclusion = { leaf, index: 42, size, path: path.map((line) => parseBase64(line)!) };
  expect(await verifyInclusion(nodeEngine, inclusion, root)).toBe(true);
});
