import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an address that does not exist is 404 for every method', async ({ sello }) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await sello.call(method, `${API}/nothing`);
    expect(expectRefusal(answer, 404, 'not_found')).toContain('/api/public/v1/openapi');
    expect(answer.headers.allow).toBeUndefined();
  }
});

test('addresses are exact: a different case, a trailing or a doubled slash is not found', async ({
  sello,
}) => {
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
])('at %s the slash at the end is named', async (path, { sello }) => {
  const answer = await sello.call('GET', `${API}${path}`);
  expect(expectRefusal(answer, 404, 'not_found')).toContain('Leave out the slash at its end');
});
