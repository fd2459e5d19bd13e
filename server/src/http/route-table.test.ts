import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { watchRoutes } from './route-table.ts';

async function allowedBy(...routes: [string, string][]): Promise<(url: string) => string[]> {
  const app = Fastify();
  const allowed = watchRoutes(app as never);
  for (const [method, url] of routes) app.route({ method, url, handler: async () => '' });
  await app.ready();
  return allowed;
}

test('the methods of an address, in order, once each; HEAD comes with GET', async () => {
  const allowed = await allowedBy(['POST', '/a'], ['GET', '/a'], ['DELETE', '/b']);
  expect(allowed('/a')).toEqual(['GET', 'HEAD', 'POST']);
  expect(allowed('/b')).toEqual(['DELETE']);
  expect(allowed('/c')).toEqual([]);
});

test('the query is no part of the address', async () => {
  const allowed = await allowedBy(['POST', '/a']);
  expect(allowed('/a?b=/c')).toEqual(['POST']);
});

test('a parameter is one part of the path, whatever stands there', async () => {
  const allowed = await allowedBy(['PATCH', '/keys/:id'], ['POST', '/keys/:id/rotate']);
  expect(allowed('/keys/%00')).toEqual(['PATCH']);
  expect(allowed('/keys/x/rotate')).toEqual(['POST']);
  expect(allowed('/keys/')).toEqual([]);
  expect(allowed('/keys/x/y')).toEqual([]);
  expect(allowed('/keys')).toEqual([]);
});

test('characters with a meaning in patterns have none here', async () => {
  const allowed = await allowedBy(['GET', '/a.b']);
  expect(allowed('/a.b')).toEqual(['GET', 'HEAD']);
  expect(allowed('/axb')).toEqual([]);
});
