import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('P105: an import or an undo while another import of the account is under way is refused at once, and counts', async ({
  sello,
  council,
}) => {
  const rows = [{ given_name: 'Ana', first_surname: 'Luna', external_id: 'a' }];
  const { import: made } = await council.ask('POST', '/members/import', 201, { rows });
  const send = () => council.call('POST', '/members/import', { dry_run: true, rows });
  /** The calls left in this month; those of the minute could be restored during the test. */
  const left = async () => {
    const { ratelimit } = (await council.call('GET', '/members')).headers;
    return Number(/"month";r=(\d+)/.exec(String(ratelimit))?.[1]);
  };
  const before = await left();
  const refused = await sello.ports.records.transaction(async (query) => {
    await query('select pg_advisory_xact_lock(hashtextextended($1, 7355))', [
      `import ${council.accountId} live`,
    ]);
    // This transaction holds the lock until both calls have answered, so neither may wait for it.
    return [await send(), await council.call('POST', `/imports/${made.id}/undo`)];
  });
  for (const answer of refused) {
    expect(expectRefusal(answer, 429, 'rate_limit_exceeded')).toContain('Another import of your account');
    expect(answer.headers['retry-after']).toBe('5');
  }
  expect(before - (await left())).toBe(3);
  expect((await send()).status).toBe(200);
});
