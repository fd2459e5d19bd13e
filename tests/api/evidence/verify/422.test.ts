import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { multipart, type Part } from '../../../harness/multipart.ts';
import { readVector } from '../../../harness/read-vector.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'verify',
  ({ sello, client }) =>
    (parts: readonly Part[]) =>
      sello.call('POST', `${API}/evidence/verify`, { key: client.key, ...multipart(parts) }),
);

const stamp: Part = {
  name: 'evidence',
  value: readVector('nom151/advantage-2018-07-18.tsr'),
  filename: 'constancia.asn1',
};

const REFUSED: Record<string, [Part[], RegExp]> = {
  'no evidence': [[{ name: 'sha256', value: '0'.repeat(64) }], /evidence is missing/],
  'a hash that is none': [[stamp, { name: 'sha256', value: 'abc' }], /64 hexadecimal/],
  'two hashes': [
    [stamp, { name: 'sha256', value: '0'.repeat(64) }, { name: 'sha256', value: '1'.repeat(64) }],
    /more than once/,
  ],
  'evidence as text': [[{ name: 'evidence', value: 'x' }], /as a file/],
  'what is no evidence': [[{ ...stamp, value: 'hello', filename: 'hello.txt' }], /`evidence` 1 is no proof/],
  'the same kind twice': [[stamp, stamp], /`evidence` 2 is a second proof/],
  'a root that is none': [[stamp, { name: 'root', value: 'hello' }], /no root certificate/],
  'too many parts': [Array.from({ length: 21 }, () => stamp), /more than 20 times/],
};

test.for(Object.keys(REFUSED))('%s', async (name, { verify }) => {
  const [parts, message] = REFUSED[name] ?? [[], /./];
  expect(expectRefusal(await verify(parts), 422, 'validation_failed')).toMatch(message);
});

test('a file that does not match the hash sent with it', async ({ verify }) => {
  const parts: Part[] = [
    stamp,
    { name: 'file', value: 'x', filename: 'x' },
    { name: 'sha256', value: '0'.repeat(64) },
  ];
  expectRefusal(await verify(parts), 422, 'digest_mismatch');
});
