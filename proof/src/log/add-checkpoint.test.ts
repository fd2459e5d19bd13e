import { expect, test } from 'vitest';
import { encodeBase64 } from '../encoding/bytes.ts';
import { decodeAddCheckpoint, encodeAddCheckpoint } from './add-checkpoint.ts';

const NOTE = 'log.example\n7\nAAAA\n\n— log.example AAAAAAAAAA==\n';
const HASH = new Uint8Array(32).fill(9);

// The example of the specification.
const EXAMPLE = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

${NOTE}`;

test('the body of the specification is read, and written again as it was', () => {
  const offered = decodeAddCheckpoint(EXAMPLE);
  expect(offered).toMatchObject({ oldSize: 20_852_014, note: NOTE });
  expect(offered.proof).toHaveLength(4);
  expect(encodeAddCheckpoint(offered)).toBe(EXAMPLE);
});

test('the first checkpoint is offered without a proof', () => {
  const first = { oldSize: 0, proof: [], note: NOTE };
  expect(encodeAddCheckpoint(first)).toBe(`old 0\n\n${NOTE}`);
  expect(decodeAddCheckpoint(encodeAddCheckpoint(first))).toEqual(first);
});

test.for([
  ['nothing', ''],
  ['no old size', `\n\n${NOTE}`],
  ['a leading zero', `old 07\n\n${NOTE}`],
  ['a negative size', `old -1\n\n${NOTE}`],
  ['a size beyond 2^53', `old 9007199254740993\n\n${NOTE}`],
  ['two spaces', `old  7\n\n${NOTE}`],
  ['a short hash', `old 7\n${encodeBase64(HASH.subarray(1))}\n\n${NOTE}`],
  ['no base64', `old 7\n%%%\n\n${NOTE}`],
  ['64 hashes', `old 7\n${`${encodeBase64(HASH)}\n`.repeat(64)}\n${NOTE}`],
  ['no empty line', 'old 7\n'],
] as const)('%s is refused', ([, body]) => {
  expect(() => decodeAddCheckpoint(body)).toThrow(expect.objectContaining({ code: 'checkpoint_malformed' }));
});
