import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let key: string;
let id: string;
beforeAll(async () => {
  sello = await shareSello();
  key = (await sello.newAccount()).key;
  id = (await sello.certify(key)).id;
});
afterAll(() => sello.close());

test.for([
  ['wait=yes', 'wait'],
  ['wait=', 'wait'],
  ['wait=stamped', 'wait'],
  ['wait=certified&timeout=0', 'timeout'],
  ['wait=certified&timeout=61', 'timeout'],
  ['wait=certified&timeout=1.5', 'timeout'],
  ['wait=certified&timeout=soon', 'timeout'],
  ['timeout=5', 'timeout'],
])('%s', async ([query, field]) => {
  const answer = await sello.call('GET', `${API}/certificates/${id}?${query}`, { key });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain(`\`${field}\``);
});

test('nobody waits for what is not there', async () => {
  const url = `${API}/certificates/cert_0000000000000000000000?wait=certified&timeout=60`;
  expectRefusal(await sello.call('GET', url, { key }), 404, 'not_found');
});
