/** `sello hold`: set, listed and lifted by the operator, who alone sees why. */

import { firstOwnerOf } from '../../../server/src/kernel/ids.ts';
import type { Environment } from '../../../server/src/settings.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { test as base, expect } from '../../harness/world.ts';

const test = base.extend('run', ({ sello }) => {
  const env: Environment = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  return (...args: string[]) => runInside(['hold', ...args], env);
});

test('a hold is set on a member, a certificate or an account, listed with its reason, and lifted', async ({
  sello,
  council,
  run,
}) => {
  const member = await council.member();
  const { id } = await sello.certify(council.key, 'held by command');
  const owner = await sello.ports.people.find(firstOwnerOf(council.accountId));
  const added = await run('add', member.id, '--reason', 'Juicio 7', '--json');
  expect(added).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  const [hold] = JSON.parse(added.out);
  expect(hold).toMatchObject({
    kind: 'member',
    target: member.id,
    account_id: council.accountId,
    reason: 'Juicio 7',
    lifted_at: null,
  });
  expect((await run('add', id, '--reason', 'Juicio 8')).out).toMatch(
    new RegExp(`^hld_\\w{22} {2}${id} {2}since \\S+ {2}"Juicio 8"\\n$`),
  );
  await run('add', owner?.email ?? '', '--reason', 'Juicio 9');
  const list = async (...args: string[]) =>
    JSON.parse((await run('list', council.accountId, '--json', ...args)).out).map(
      ({ reason }: { reason: string }) => reason,
    );
  expect(await list()).toEqual(['Juicio 7', 'Juicio 8', 'Juicio 9']);
  expect((await run('list', id)).out).toContain('Juicio 8');
  expect((await run('remove', hold.id)).out).toContain('lifted');
  await run('remove', id);
  await run('remove', owner?.email ?? '');
  expect(await list()).toEqual([]);
  expect(await list('--all')).toEqual(['Juicio 7', 'Juicio 8', 'Juicio 9']);
  const events = await sello.ports.audit.page(council.accountId, 200, undefined);
  const told = events.filter(({ action }) => action.startsWith('hold.'));
  expect(told.map(({ action, actor }) => [action, actor.type])).toEqual([
    ...Array(3).fill(['hold.remove', 'operator']),
    ...Array(3).fill(['hold.add', 'operator']),
  ]);
  expect(JSON.stringify(told)).not.toContain('Juicio');
});

test('two matters need two holds, and each is lifted by its own id', async ({ council, run }) => {
  const { id } = await council.member();
  const [first] = JSON.parse((await run('add', id, '--reason', 'uno', '--json')).out);
  await run('add', id, '--reason', 'dos');
  const unclear = await run('remove', id);
  expect(unclear).toMatchObject({ status: 1, out: '' });
  expect(unclear.error).toContain(first.id);
  expect((await run('remove', first.id)).status).toBe(0);
  expect((await run('remove', first.id)).error).toContain('No legal hold stands');
  expect((await run('remove', id)).out).toContain('"dos"');
});

test('an unknown subject, a missing name and a missing reason are refused', async ({ council, run }) => {
  const { id } = await council.member();
  expect(await run('add', id)).toMatchObject({ status: 2, error: expect.stringContaining('--reason') });
  expect(await run('add', '--reason', 'x')).toMatchObject({ status: 2 });
  expect(await run('bless', id)).toMatchObject({ status: 2, error: expect.stringContaining('add, remove') });
  const nobody = `mem_${'0'.repeat(22)}`;
  expect((await run('add', nobody, '--reason', 'x')).error).toContain(`There is no "${nobody}"`);
  expect((await run('add', 'nobody@example.com', '--reason', 'x')).error).toContain('There is no account');
  expect((await run('remove', id)).error).toContain('No legal hold stands');
});
