/** CURP, RFC and e-mail addresses of members are stored only where they are needed. */

import { beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../harness/curps.ts';
import { forFile } from '../harness/for-file.ts';
import { runInside } from '../harness/inside-sello.ts';
import { openCouncil } from '../harness/memberships.ts';
import { openTestSello } from '../harness/test-sello.ts';

const CURPS = [curpNumber(4711), curpNumber(4712), curpNumber(4713)] as const;
const RFCS = ['GODE561231GR8', 'ABC680524P76'] as const;
const EMAILS = ['marisol.quijano@example.com', 'otra.quijano@example.com'] as const;

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  await useEverything();
});

/** Every way in which identifiers are received and returned, refused requests too. */
async function useEverything(): Promise<void> {
  const names = { given_name: 'Marisol', first_surname: 'Quijano' };
  const headers = { 'idempotency-key': 'once' };
  const first = { ...names, curp: CURPS[0], rfc: RFCS[0], email: EMAILS[0] };
  const { member } = (await council.call('POST', '/members', first, { headers })).body;
  await council.call('POST', '/members', first, { headers });
  await council.call('POST', '/members', first);
  await council.call('POST', '/members', { ...names, curp: `${CURPS[0].slice(0, -1)}X` });
  await council.call('GET', `/members/${member.id}`);
  for (const search of [{ curp: CURPS[0] }, { rfc: RFCS[0] }, { email: EMAILS[0] }])
    await council.call('POST', '/members/search', search, {
      headers: { 'idempotency-key': JSON.stringify(Object.keys(search)) },
    });
  for (const query of [`curp=${CURPS[0]}`, `rfc=${RFCS[0]}`, `email=${EMAILS[0]}`, `q=${EMAILS[0]}`])
    await council.call('GET', `/members?${query}`);
  for (const path of [CURPS[0], EMAILS[0], `${member.id}/${CURPS[0]}`])
    await council.call('GET', `/members/${path}`);
  await council.call('PATCH', `/members/${member.id}`, { curp: CURPS[1], rfc: RFCS[1], email: EMAILS[1] });
  const table = `given_name,first_surname,curp,rfc\nMarisol,Dos,${CURPS[2]},${RFCS[0]}\nMarisol,Tres,${CURPS[2]},\nMarisol,Cuatro,,${RFCS[0]}x\n`;
  const csv = { headers: { 'content-type': 'text/csv', 'idempotency-key': 'table' }, payload: table };
  const imported = await council.call('POST', '/members/import', undefined, csv);
  expect(imported.body.import.summary).toMatchObject({ created: 1, duplicate: 1, rejected: 1 });
  await council.call('GET', `/imports/${imported.body.import.id}/rows`);
  await council.call('GET', `/imports/${imported.body.import.id}/rows?format=csv`);
  await council.call('POST', `/members/${member.id}/suspend`, { reason: 'x' });
}

/** All of the database as text; bytes are in hexadecimal. */
async function dump(): Promise<{ table: string; text: string }[]> {
  const tables = await sello.database.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const all: { table: string; text: string }[] = [];
  for (const { table_name } of tables) {
    const table = String(table_name);
    const rows = await sello.database.query(`select t::text as row from "${table}" t`);
    all.push({ table, text: rows.map(({ row }) => String(row)).join('\n') });
  }
  return all;
}

const spellings = (value: string) => [
  value,
  value.toLowerCase(),
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').slice(0, -4),
];

test('M13 no CURP and no RFC is in a dump of the database', async () => {
  const whole = await dump();
  expect(whole.find(({ table }) => table === 'members')?.text).toContain('Quijano');
  for (const { table, text } of whole)
    for (const secret of [...CURPS, ...RFCS].flatMap(spellings)) expect(text, table).not.toContain(secret);
});

test('M13 no identifier and no e-mail is in the log or the audit log', async () => {
  const audit = (await dump()).filter(({ table }) => table.startsWith('audit'));
  expect(audit.map(({ text }) => text).join()).toContain('member.update');
  const told = [...sello.logLines, ...audit.map(({ text }) => text)].join('\n').toLowerCase();
  expect(sello.logLines.length).toBeGreaterThan(10);
  for (const secret of [...CURPS, ...RFCS, ...EMAILS]) expect(told).not.toContain(secret.toLowerCase());
});

test('M13 the same CURP in two accounts has two hashes, and moved to another row it does not open', async () => {
  const other = await openCouncil(sello);
  const made = (await other.call('POST', '/members', { given_name: 'A', first_surname: 'B', curp: CURPS[1] }))
    .body.member;
  const macs = await sello.database.query('select distinct curp_mac from members where curp_mac is not null');
  const members = await sello.database.query('select 1 from members where curp_mac is not null');
  expect(macs).toHaveLength(members.length);
  await sello.database.query(
    'update members set curp_sealed = (select curp_sealed from members where account_id = $2 and curp_sealed is not null limit 1) where id = $1',
    [made.id, council.accountId],
  );
  expect((await other.call('GET', `/members/${made.id}`)).status).toBe(500);
});

test('the key that finds identifiers outlives a new key of the server, and fsck misses it where it is gone', async () => {
  // A newer key, as after a rotation. It is not wrapped by a master key, and is read all the same.
  await sello.database.query('insert into url_keys (id, secret, created_at) values ($1, $2, $3)', [
    'newer',
    Buffer.alloc(32, 7),
    new Date(Date.now() + 1_000),
  ]);
  const sibling = await sello.another();
  expect((await sibling.ports.serverKeys.current()).id).toBe('newer');
  const call = { key: council.key, payload: { curp: CURPS[2] } };
  const found = await sibling.call('POST', '/api/public/v1/members/search', call);
  expect(found.body.members).toMatchObject([{ curp: CURPS[2], first_surname: 'Dos' }]);
  await sello.database.query("delete from url_keys where id = 'lasting'");
  const env = { SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url };
  const { out } = await runInside(['fsck', '--json'], env);
  expect(JSON.parse(out).findings).toContainEqual(
    expect.objectContaining({ code: 'server_key_broken', where: 'key of identifiers' }),
  );
});
