import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('the whole log is exported as CSV without formulas that a spreadsheet would run', async ({ sello }) => {
  const person = await signUp(sello);
  await person.call('PATCH', '/me', { name: '=HYPERLINK("http://evil.example","click")' });
  const headers = { 'user-agent': '@SUM(1+1)*cmd|calc' };
  await person.call('POST', '/keys', { name: 'Clave, "la" nueva' }, headers);
  const { status, headers: told, text } = await person.call('GET', '/audit.csv');
  expect(status).toBe(200);
  expect(told['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(told['content-disposition']).toBe('attachment; filename="sello-audit.csv"');
  expect(told['cache-control']).toBe('private, no-store');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffid,at,action,actor_type,actor,ip,user_agent,target,details,actor_id,role,made_by,object,object_of,mode',
  );
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(
    ',key.create,person,"\'=HYPERLINK(""http://evil.example"",""click"")",127.0.0.1,',
  );
  expect(lines[1]).toContain(`,"'@SUM(1+1)*cmd|calc",`);
  expect(lines[1]).toContain('""name"":""Clave, \\""la\\"" nueva""');
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+\-@\t]/);
});

test('a log of more than one page is exported completely', async ({ sello }) => {
  const { account, call } = await signUp(sello);
  await sello.database.query(
    `select write_audit($1, now(), 'account.change', 'person', $1, null, null, null, '{}') from generate_series(1, 1200)`,
    [account.id],
    'lengthen',
  );
  const lines = (await call('GET', '/audit.csv')).text.trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 1201 }, (_, i) => 1201 - i),
  );
});
