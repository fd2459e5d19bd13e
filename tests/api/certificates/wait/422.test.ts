import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base.extend('id', FILE, async ({ sello, key }) => (await sello.certify(key)).id);

test.for([
  ['wait=yes', 'wait'],
  ['wait=', 'wait'],
  ['wait=stamped', 'wait'],
  ['wait=certified&timeout=0', 'timeout'],
  ['wait=certified&timeout=61', 'timeout'],
  ['wait=certified&timeout=1.5', 'timeout'],
  ['wait=certified&timeout=soon', 'timeout'],
  ['timeout=5', 'timeout'],
])('%s', async ([query, field], { sello, key, id }) => {
  const answer = await sello.call('GET', `${API}/certificates/${id}?${query}`, { key });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain(`\`${field}\``);
});

test('waiting for an unknown certificate is refused at once', async ({ sello, key }) => {
  const url = `${API}/certificates/cert_0000000000000000000000?wait=certified&timeout=60`;
  expectRefusal(await sello.call('GET', url, { key }), 404, 'not_found');
});
