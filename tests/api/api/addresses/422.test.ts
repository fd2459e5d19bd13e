import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'get',
  ({ client, sello }) =>
    (path: string, key: string | undefined = client.key) =>
      sello.call('GET', `${API}${path}`, { key }),
);

test.for([
  ['/openapi?formt=yaml', 'formt', '`format`'],
  [`/verify/${'a'.repeat(64)}?limit=1`, 'limit', 'remove it'],
  ['/certificates/cert_0000000000000000000000?timeot=5', 'timeot', '`timeout`'],
  ['/certificates/cert_0000000000000000000000/proof?typ=file', 'typ', '`type`'],
  ['/members?limt=1', 'limt', '`limit`'],
])('%s: unknown parameters are refused by every GET', async ([path, name, mend], { get }) => {
  const message = expectRefusal(await get(String(path)), 422, 'validation_failed');
  expect(message).toContain(`\`${name}\` is not known here`);
  expect(message).toContain(mend);
});

test('a doubled parameter is refused by name', async ({ get }) => {
  const doubled = '/certificates/cert_0000000000000000000000/proof?type=file&type=nom151';
  expect(expectRefusal(await get(doubled), 422, 'validation_failed')).toContain('`type` must be given once');
  expect(expectRefusal(await get('/openapi?format=json&format=yaml'), 422, 'validation_failed')).toContain(
    '`format` must be given once',
  );
});

test('without a key, the refusal says nothing about parameters', async ({ sello }) => {
  expectRefusal(await sello.call('GET', `${API}/verify/${'a'.repeat(64)}?limit=1`), 401, 'unauthorized');
});
