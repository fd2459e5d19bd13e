import { verifyConsistency } from '@sello/proof';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { makeNaiveTree, queueLeaves } from '../../../harness/log-leaves.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const leaves: Uint8Array[] = [];
const rootAt = makeNaiveTree(leaves);
const test = base.extend(
  'consistency',
  ({ sello }) =>
    (query: string, headers: Record<string, string> = {}) =>
      sello.call('GET', `/log/consistency${query}`, { headers }),
);

test.beforeAll(async ({ sello }) => {
  leaves.push(...(await queueLeaves(sello, 300)));
  await sello.sequence();
});

test.for([
  [0, 0],
  [0, 300],
  [1, 2],
  [255, 257],
  [256, 300],
  [299, 300],
  [300, 300],
] as const)(
  'the consistency proof from %d to %d leaves verifies',
  async ([first, second], { sello, consistency }) => {
    const { status, headers, body } = await consistency(`?first=${first}&second=${second}`);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toContain('immutable');
    expect(body).toEqual({ first, second, path: expect.any(Array) });
    const path = body.path.map((hash: string) => Uint8Array.from(Buffer.from(hash, 'base64')));
    const heads = [first, second].map((size) => ({ size, root: rootAt(size) }));
    expect(await verifyConsistency(sello.ports.crypto, heads[0]!, heads[1]!, path)).toBe(true);
  },
);

test.for(['?first=2&second=1', '?first=1&second=301', '?first=301&second=301'])(
  '422: %s is outside the log',
  async (query, { consistency }) => {
    const answer = await consistency(query);
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain('300 leaves');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const spanish = await consistency(query, { 'accept-language': 'es' });
    expect(expectRefusal(spanish, 422, 'validation_failed')).toContain('300 hojas');
  },
);

test.for(['', '?first=1', '?second=1', '?first=-1&second=2', '?first=1.5&second=2', '?first=a&second=2'])(
  '422: %s is not two sizes',
  async (query, { consistency }) => {
    expectRefusal(await consistency(query), 422, 'validation_failed');
  },
);

test.for(['?first=1&first=2&second=3', '?first=01&second=2', '?first=1&second=99999999999999999999'])(
  '422: %s is not read leniently',
  async (query, { consistency }) => {
    expectRefusal(await consistency(query), 422, 'validation_failed');
  },
);
