import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

const ONE = `${API}/certificates/cert_0123456789012345678901`;

test.for([
  ['POST', ONE, 'GET, HEAD'],
  ['PUT', ONE, 'GET, HEAD'],
  ['PATCH', ONE, 'GET, HEAD'],
  ['DELETE', ONE, 'GET, HEAD'],
  ['OPTIONS', ONE, 'GET, HEAD'],
  ['PROPFIND', ONE, 'GET, HEAD'],
  ['DELETE', `${API}/certificates`, 'GET, HEAD, POST'],
  ['PUT', `${API}/certificates?limit=1`, 'GET, HEAD, POST'],
  ['POST', `${ONE}/proof?type=file`, 'GET, HEAD'],
  ['POST', `${API}/verify/${'0'.repeat(64)}`, 'GET, HEAD'],
  ['DELETE', `${API}/openapi`, 'GET, HEAD'],
] as const)('%s %s is not possible, and Allow says what is: %s', async ([method, url, allow]) => {
  const answer = await sello.call(method, url);
  expect(expectRefusal(answer, 405, 'method_not_allowed')).toBe(
    `${method} is not possible here; use ${allow}.`,
  );
  expect(answer.headers.allow).toBe(allow);
});

test('an address that does not exist is 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await sello.call(method, `${API}/nothing`);
    expect(expectRefusal(answer, 404, 'not_found')).toContain('/api/public/v1/openapi');
    expect(answer.headers.allow).toBeUndefined();
  }
});

test('an address with a broken percent sign is refused in our own two fields', async () => {
  for (const url of [`${API}/certificates/%zz`, `${API}/verify/%ff`, '/%']) {
    const answer = await sello.call('GET', url);
    expectRefusal(answer, 400, 'bad_request');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});

test('addresses are exact: another case, a slash at the end or a doubled one is another address', async () => {
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
