import { expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { parseBase64 } from '../encoding/bytes.ts';
import { decodeCheckpoint } from '../log/checkpoint.ts';
import { isLong, LEAF_SCHEMES, leafHash } from '../log/leaf.ts';
import { parseLeafExtra } from '../log/leaf-extra.ts';
import { verifyInclusion } from '../log/merkle.ts';
import { encodeTlogProof } from './tlog-proof.ts';

test.each(LEAF_SCHEMES)(
  'a reader with the file, the log key and the specification alone can check it, with a leaf of the form %s',
  async (scheme) => {
    const { proof } = await makeSample({ leaves: 100, index: 42, scheme });
    const text = encodeTlogProof(proof);
    const split = text.indexOf('\n\n');
    const [magic, extra, index, ...path] = text.slice(0, split).split('\n');
    expect(magic).toBe('c2sp.org/tlog-proof@v1');
    expect(index).toBe('index 42');
    const stated = parseLeafExtra(parseBase64(extra!.replace('extra ', ''))!)!;
    expect(stated.scheme).toBe(scheme);
    const { size, root } = decodeCheckpoint(text.slice(split + 2));
    const holdsIn = async (form: typeof scheme) => {
      const { salt, tokenSha256 } = stated;
      const parts = { salt, ...proof.document, tokenSha256 };
      if (isLong(form) !== isLong(scheme)) return false;
      const leaf = await leafHash(nodeEngine, form, parts);
      const inclusion = { leaf, index: 42, size, path: path.map((line) => parseBase64(line)!) };
      return verifyInclusion(nodeEngine, inclusion, root);
    };
    for (const form of LEAF_SCHEMES) expect(await holdsIn(form)).toBe(form === scheme);
  },
);
