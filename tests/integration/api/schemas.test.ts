import { expect, test } from 'vitest';
import { buildServer } from '../../../server/src/api/server.ts';
import { openTestSello } from '../../harness/test-sello.ts';

test('the schema of every request and answer can be compiled', async () => {
  const sello = await openTestSello();
  // The framework itself compiles all schemas before the server is ready.
  const app = await buildServer(sello.world, {});
  expect(app.hasRoute({ method: 'POST', url: '/api/public/v1/members' })).toBe(true);
  await app.close();
  await sello.close();
});
