import { beforeAll, expect, test } from 'vitest';
import { fsck } from '../../harness/busy-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  for (const count of [3, 2, 4]) {
    for (let i = 0; i < count; i += 1) await sello.certify(caller.key, `${count} ${i}`);
    // A ticket that is never used starts another run.
    await query(`select nextval('log_queue_id_seq')`);
    await sello.sequence();
  }
});

const query = (text: string, params: unknown[] = []) => sello.database.query(text, params, text.slice(0, 63));
const runs = () => query('select * from log_places order by first_leaf_index');
const check = async (repair = false) => {
  const { holds, codes, repaired } = await fsck({ sello }, { repair });
  return { holds, codes: Object.keys(codes), repaired: repaired.map(({ kind }) => kind) };
};
const waiting = () => query('select leaf_hash from log_queue');

test.for([
  [
    'a run that begins one ticket later',
    'update log_places set first_ticket = first_ticket + 1 where first_leaf_index = 3',
  ],
  [
    'a run that ends later than it does',
    'update log_places set last_ticket = last_ticket + 7 where first_leaf_index = 5',
  ],
  [
    'a run that ends before it begins',
    'update log_places set last_ticket = first_ticket - 1 where first_leaf_index = 3',
  ],
  ['a run at another place', 'update log_places set first_leaf_index = 1 where first_leaf_index = 0'],
  ['a run that is gone', 'delete from log_places where first_leaf_index = 3'],
  ['runs that are all gone', 'delete from log_places'],
])('%s is found, and derived again from the leaves of the log', async ([, damage]) => {
  const before = await runs();
  expect(await check()).toMatchObject({ holds: true });
  await query(damage!);
  expect((await check()).codes).toContain('places_astray');
  const { repaired } = await check(true);
  expect(repaired).toContain('places');
  expect(await runs()).toEqual(before);
  // No leaf of the log was queued a second time.
  expect(await waiting()).toEqual([]);
  expect(await check()).toMatchObject({ holds: true });
});

test('a certificate missing from the queue is queued again, with an unused ticket', async () => {
  const { id } = await sello.certify(caller.key, 'lost');
  await query('delete from log_queue');
  expect((await check()).codes).toEqual(['queue_missing']);
  expect(await check(true)).toMatchObject({ holds: true, repaired: ['queue'] });
  expect(await sello.sequence()).toBe(1);
  expect(await query('select leaf_index from certificates, log_place(ticket) where id = $1', [id])).toEqual([
    { leaf_index: 9 },
  ]);
  expect(await check()).toMatchObject({ holds: true });
});

test('a certificate with a wrong ticket is reported, and its leaf is not added to the log twice', async () => {
  const [{ id, ticket }] = (await query('select id, ticket from certificates order by number limit 1')) as [
    { id: string; ticket: number },
  ];
  await query('update certificates set ticket = 1000000 where id = $1', [id]);
  const { holds, codes } = await check(true);
  expect(holds).toBe(false);
  expect(codes).toContain('queue_missing');
  expect(await waiting()).toEqual([]);
  await query('update certificates set ticket = $2 where id = $1', [id, ticket]);
  expect(await check()).toMatchObject({ holds: true });
});
