import { expect, test } from '../../../harness/world.ts';

test('programs are listed newest first, by status, page by page', async ({ council }) => {
  const draft = await council.program({ isDraft: true });
  const active = await council.program();
  const retired = await council.program();
  await council.must('POST', `/programs/${retired.id}/retire`);
  const ids = async (query: string) =>
    (await council.must('GET', `/programs${query}`)).programs.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([retired.id, active.id, draft.id]);
  expect(await ids('?status=draft')).toEqual([draft.id]);
  expect(await ids('?status=active')).toEqual([active.id]);
  expect(await ids('?status=retired')).toEqual([retired.id]);
  expect(await ids('?limit=1&offset=1')).toEqual([active.id]);
  expect(await ids(`?after=${active.id}`)).toEqual([draft.id]);
  const { pagination } = await council.must('GET', '/programs?limit=2');
  expect(pagination).toEqual({ limit: 2, offset: 0, total: 3, has_more: true });
});
