import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello)
  .extend(
    'list',
    ({ person }) =>
      async (query = '') =>
        (await person.call('GET', `/certificates${query}`)).body,
  )
  .extend(
    'titles',
    ({ list }) =>
      async (query: string) =>
        (await list(query)).certificates.map(({ title }: { title: string }) => title),
  );

test('a person’s list holds certificates made by their keys and by hand, separately for each mode', async ({
  world,
  person,
  list,
}) => {
  const { sello } = world;
  const { secret } = await person.newKey({ name: 'x', mode: 'test' });
  const byKey = await sello.certify(secret, 'one', { title: 'by key' });
  const byHand = await certifyAs(person, 'two', { mode: 'test', fields: { title: 'by hand' } });
  const live = await certifyAs(person, 'three', { fields: { title: 'live' } });
  const { certificates, pagination } = await list('?mode=test');
  expect(certificates).toEqual([byHand, byKey]);
  expect(pagination).toEqual({ limit: 20, offset: 0, total: 2, has_more: false });
  expect((await list()).certificates).toEqual([live]);
  expect((await list('?mode=live')).certificates).toEqual([live]);
});

test('the list is filtered and paged as in the public API', async ({ person, list, titles }) => {
  for (const n of [1, 2, 3]) {
    await certifyAs(person, `n${n}`, { mode: 'test', fields: { title: `Acta ${n}`, document_type: 'deed' } });
  }
  expect(await titles('?mode=test&q=ACTA')).toEqual(['Acta 3', 'Acta 2', 'Acta 1']);
  expect(await titles('?mode=test&document_type=deed&limit=1&offset=1')).toEqual(['Acta 2']);
  expect((await list('?mode=test&document_type=deed&limit=1&offset=1')).pagination).toEqual({
    limit: 1,
    offset: 1,
    total: 3,
    has_more: true,
  });
  expect(await titles('?mode=live&q=acta')).toEqual([]);
  expect(await titles('?mode=test&q=acta&status=stamped')).toHaveLength(3);
  expect(await titles('?mode=test&q=acta&status=certified')).toEqual([]);
});
