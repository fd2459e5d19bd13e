import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const ONE = `${API}/certificates/cert_0123456789012345678901`;

test.for([
  ['POST', ONE, 'GET, HEAD, PATCH'],
  ['PUT', ONE, 'GET, HEAD, PATCH'],
  ['DELETE', ONE, 'GET, HEAD, PATCH'],
  ['OPTIONS', ONE, 'GET, HEAD, PATCH'],
  ['PROPFIND', ONE, 'GET, HEAD, PATCH'],
  ['DELETE', `${API}/certificates`, 'GET, HEAD, POST'],
  ['PUT', `${API}/certificates?limit=1`, 'GET, HEAD, POST'],
  ['POST', `${ONE}/proof?type=file`, 'GET, HEAD'],
  ['POST', `${API}/verify/${'0'.repeat(64)}`, 'GET, HEAD'],
  ['DELETE', `${API}/openapi`, 'GET, HEAD'],
] as const)('%s %s is not allowed, and Allow lists what is: %s', async ([method, url, allow], { sello }) => {
  const answer = await sello.call(method, url);
  expect(expectRefusal(answer, 405, 'method_not_allowed')).toBe(
    `${method} is not possible here; use ${allow}.`,
  );
  expect(answer.headers.allow).toBe(allow);
});
