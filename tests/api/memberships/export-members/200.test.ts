import { curpNumber } from '../../../harness/curps.ts';
import { expect, test } from '../../../harness/world.ts';

test('ndjson has the records of the list, one per line, with their memberships', async ({ council }) => {
  const { member_id, program_id } = await council.membership();
  await council.member({ given_name: 'Eva', curp: curpNumber(41) });
  const answer = await council.call('GET', '/members/export?format=ndjson');
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="members.ndjson"',
    'cache-control': 'private, no-store',
  });
  const lines = answer.text.split('\n');
  expect(lines.pop()).toBe('');
  const records = lines.map((line) => JSON.parse(line));
  const listed = (await council.must('GET', '/members')).members;
  expect(records.map(({ memberships: _, ...member }) => member)).toEqual(listed);
  const exported = records.find(({ id }) => id === member_id);
  expect(exported.memberships).toMatchObject([{ program_id, standing: 'current', met: false }]);
});

test('csv has every field under its name, one line for each member, and formulas made harmless', async ({
  council,
}) => {
  const { member_id, program_id } = await council.membership({
    member: await council.member({ first_surname: '=HYPERLINK("x")', metadata: { k: '=1+1' } }),
  });
  const { text, headers } = await council.call('GET', '/members/export?limit=1');
  expect(headers['content-type']).toContain('text/csv');
  const [header = '', line = ''] = text.split('\r\n');
  expect(header).toContain('member_number,given_name,first_surname');
  expect(header).toMatch(
    /program_id,program,standing,valid_until,met,missing_points,missing_items,memberships$/,
  );
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
  expect(line).toContain(`${member_id},`);
  expect(line).toContain(`${program_id},Consejo,current,`);
});

test('the table for people has columns and statuses in their language', async ({ council }) => {
  await council.membership({ member: await council.member({ given_name: 'Íñigo', first_surname: 'Núñez' }) });
  const { text } = await council.call('GET', '/members/export?language=es&q=nunez');
  const [header, line] = text.split('\r\n');
  expect(header).toMatch(/^\ufeffNúmero de miembro,"Nombre\(s\)",Apellido paterno,/u);
  expect(line).toContain(',Íñigo,Núñez,');
  expect(line).toContain(',Activo,Consejo,Vigente,');
});

test('an import accepts the table for people', async ({ council }) => {
  await council.member({ given_name: 'Úrsula', first_surname: 'Ñáñez' });
  const { text } = await council.call('GET', '/members/export?language=es&q=ursula');
  const posted = await council.call('POST', '/members/import?dry_run=true', undefined, {
    payload: Buffer.from(text),
    headers: { 'content-type': 'text/csv' },
  });
  expect(posted.body.import.summary, posted.text).toMatchObject({ rows: 1, duplicate: 1, rejected: 0 });
});

test('filters, order and starting point work as in the list', async ({ council }) => {
  const { id: program_id } = await council.program();
  const { member_id } = await council.membership({ program: { id: program_id } });
  const ids = async (query: string) =>
    (await council.call('GET', `/members/export?format=ndjson&${query}`)).text
      .split('\n')
      .flatMap((line) => (line === '' ? [] : JSON.parse(line).id));
  expect(await ids(`program_id=${program_id}`)).toEqual([member_id]);
  expect(await ids(`program_id=${program_id}&standing=lapsed`)).toEqual([]);
  const all = await ids('order=asc');
  expect(all).toEqual([...all].toSorted());
  expect(await ids(`order=asc&after=${all[0]}&limit=1`)).toEqual(all.slice(1, 2));
  expect(await ids(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
});

test('identifiers are masked without `members:identify`, and the audit log names the export', async ({
  sello,
  council,
}) => {
  const curp = curpNumber(43);
  const { id } = await council.member({ curp });
  const key = await council.keyWith('members:read');
  const masked = await council.call('GET', '/members/export?format=ndjson', undefined, { key });
  expect(masked.text).toContain(id);
  expect(masked.text).not.toContain(curp);
  expect((await council.call('GET', '/members/export?format=ndjson')).text).toContain(curp);
  const told = (await sello.ports.audit.page(council.accountId, 10, undefined)).find(
    ({ action }) => action === 'member.export_list',
  );
  expect(told).toMatchObject({ action: 'member.export_list', details: { format: 'ndjson' } });
});
