import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('the owner sets how long files are kept, and the log records it once', async ({ sello }) => {
  const { account, password, call } = await signUp(sello);
  expect(account.keep_files_days).toBeNull();
  const keep = (keep_files_days: number | null) => call('PUT', '/retention', { password, keep_files_days });
  expect((await keep(90)).body).toEqual({ account: { ...account, keep_files_days: 90 } });
  expect((await keep(90)).status).toBe(200);
  expect((await call('GET', '/me')).body.account.keep_files_days).toBe(90);
  expect((await keep(null)).body.account.keep_files_days).toBeNull();
  const { events } = (await call('GET', '/audit')).body;
  const noted = events.filter(({ action }: { action: string }) => action === 'retention.change');
  expect(noted.map(({ details }: { details: object }) => details)).toEqual([
    { keep_files_days: null, role: 'owner' },
    { keep_files_days: 90, role: 'owner' },
  ]);
});
