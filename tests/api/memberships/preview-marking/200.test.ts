import { expect, test } from '../../../harness/world.ts';

test('every row of a marking is judged, and nothing is marked', async ({ sello, person }) => {
  const answer = await sello.call('POST', '/api/dashboard/markings/preview', {
    headers: { cookie: person.cookie, 'content-type': 'text/csv' },
    payload: 'member_number,item\nN-9,cuota\n',
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.marking).toMatchObject({ object: 'marking', summary: { rows: 1, rejected: 1 } });
  expect(answer.body.rows).toHaveLength(1);
  const { markings } = (await person.call('GET', '/markings')).body;
  expect(markings).toEqual([]);
});
