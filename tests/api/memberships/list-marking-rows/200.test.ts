import { curpNumber } from '../../../harness/curps.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('what was posted and what became of it, to correct and post again; a CURP is masked', async ({
  council,
  sello,
}) => {
  const { member_id, current_term } = await council.membership({
    checklist: [{ code: 'cuota', name: 'Cuota' }],
  });
  const payload = `Id de miembro;CURP;Requisito\n${member_id};;cuota\n;${curpNumber(7)};cuota\n`;
  const headers = { 'content-type': 'text/csv' };
  const posted = await council.call('POST', '/markings', undefined, { headers, payload });
  const at = `/markings/${posted.body.marking.id}/rows`;
  expect((await council.must('GET', at)).rows).toMatchObject([
    { row: 1, status: 'updated', term_id: current_term.id, error: null, values: { item: 'cuota' } },
    { row: 2, status: 'rejected', term_id: null, error: 'member_not_found', values: { curp: curpNumber(7) } },
  ]);
  const key = await council.keyWith('memberships:read');
  const masked = await sello.call('GET', `${API}${at}?status=rejected`, { key });
  expect(masked.body.rows).toMatchObject([{ values: { curp: expect.stringMatching(/^\*{16}/) } }]);
  const csv = (await council.call('GET', `${at}?format=csv`)).text;
  expect(csv.split('\r\n')[0]?.replace('\ufeff', '')).toBe(
    'Id de miembro,CURP,Requisito,status,term_id,error,message',
  );
  const again = await council.call('POST', '/markings', undefined, { headers, payload: csv });
  expect(again.body.marking.summary).toEqual({ rows: 2, updated: 0, duplicate: 1, rejected: 1 });
});
