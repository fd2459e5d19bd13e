import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

const get = (path: string, key: string | undefined = caller.key) =>
  sello.call('GET', `${API}${path}`, { key });

test.for([
  ['/openapi?formt=yaml', 'formt', '`format`'],
  [`/verify/${'a'.repeat(64)}?limit=1`, 'limit', 'remove it'],
  ['/certificates/cert_0000000000000000000000?timeot=5', 'timeot', '`timeout`'],
  ['/certificates/cert_0000000000000000000000/proof?typ=file', 'typ', '`type`'],
  ['/members?limt=1', 'limt', '`limit`'],
])('%s: unknown parameters are refused by every GET', async ([path, name, mend]) => {
  const message = expectRefusal(await get(String(path)), 422, 'validation_failed');
  expect(message).toContain(`\`${name}\` is not known here`);
  expect(message).toContain(mend);
});

test('a doubled parameter is refused by name', async () => {
  const doubled = '/certificates/cert_0000000000000000000000/proof?type=file&type=nom151';
  expect(expectRefusal(await get(doubled), 422, 'validation_failed')).toContain('`type` must be given once');
  expect(expectRefusal(await get('/openapi?format=json&format=yaml'), 422, 'validation_failed')).toContain(
    '`format` must be given once',
  );
});

test('without a key nothing is said of parameters', async () => {
  expectRefusal(await sello.call('GET', `${API}/verify/${'a'.repeat(64)}?limit=1`), 401, 'unauthorized');
});
