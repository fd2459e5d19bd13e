import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'get',
  ({ sello, key }) =>
    (query: string) =>
      sello.call('GET', `${API}/certificates/export?${query}`, { key }),
);

test.for([
  ['format=xlsx', '`format` must be one of `csv`, `ndjson`, `zip`'],
  ['fromat=csv', '`fromat` is not known here; remove it, or write `format`'],
  ['offset=5', '`offset` is not known here'],
  ['limit=0', '`limit`'],
  ['status=done', '`status`'],
  ['after=x', '`after`'],
  ['after=cert_0000000000000000000000', '`after` names no certificate'],
])('%s', async ([query, named], { get }) => {
  expect(expectRefusal(await get(String(query)), 422, 'validation_failed')).toContain(named);
});

test('no key, or a key without the scope, gets no file', async ({ sello }) => {
  expectRefusal(await sello.call('GET', `${API}/certificates/export`), 401, 'unauthorized');
  const { key: other } = await sello.newAccount({ key: { scopes: ['certificates:read'] } });
  const answer = await sello.call('GET', `${API}/certificates/export`, { key: other });
  expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('proofs:read');
});
