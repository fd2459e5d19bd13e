import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('an address that does not exist is 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await sello.call(method, `${API}/nothing`);
    expect(expectRefusal(answer, 404, 'not_found')).toContain('/api/public/v1/openapi');
    expect(answer.headers.allow).toBeUndefined();
  }
});

test('addresses are exact: a different case, a trailing or a doubled slash is not found', async () => {
  const { key } = await sello.newAccount();
  for (const url of [
    `${API}/certificates/`,
    `${API}/Certificates`,
    `${API}//certificates`,
    '/api/public/v2/certificates',
  ]) {
    expect((await sello.call('GET', url, { key })).status).toBe(404);
  }
});

test.for([
  '/certificates/',
  '/certificates/?limit=1',
  '/verify/',
  '/certificates/cert_1/proof/',
  '/openapi/',
])('at %s the slash at the end is named', async (path) => {
  const answer = await sello.call('GET', `${API}${path}`);
  expect(expectRefusal(answer, 404, 'not_found')).toContain('Leave out the slash at its end');
});
