/** Nothing about a member who was anonymised or deleted can be found in the database or read through the API. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { eraseExpiredFiles } from '../../../server/src/certificates/erasing/erase-files.ts';
import { MEMBER_FILES } from '../../../server/src/memberships/members/export/member-tables.ts';
import { filesIn } from '../../harness/exports.ts';
import { type OwnPageWorld, openOwnPageWorld } from '../../harness/own-page.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { API } from '../../harness/test-sello.ts';
import { type Planted, plant } from './plant.ts';

let world: OwnPageWorld;
let receiver: Receiver;
beforeAll(async () => {
  world = await openOwnPageWorld({ SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' });
  receiver = await openReceiver();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** Every value of every column, with bytes as text. */
async function dump(): Promise<string[]> {
  const { database } = world.sello;
  const columns = await database.query(
    `select c.relname as table_name, a.attname as column_name,
            case when a.atttypid = 'bytea'::regtype then format('encode(%I, ''escape'')', a.attname)
                 when a.atttypid = 'bytea[]'::regtype
                   then format('(select string_agg(encode(b, ''escape''), '' '') from unnest(%I) b)', a.attname)
                 else format('%I::text', a.attname) end as shown
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped`,
  );
  const lines: string[] = [];
  for (const { table_name, column_name, shown } of columns) {
    const rows = await database.query(
      `select ${shown} as value from "${table_name}" where ${shown} is not null`,
    );
    lines.push(...rows.map(({ value }) => `${table_name}.${column_name}: ${value}`));
  }
  return lines;
}

function found(words: readonly string[], texts: readonly string[]): string[] {
  const lower = words.map((word) => word.toLowerCase());
  return texts.filter((text) => lower.some((word) => text.toLowerCase().includes(word)));
}

/**
 * Searches database, log, answers, replays and files. Addresses that search for a word (`q`) do not disturb this,
 * because no answer repeats `q`.
 */
async function expectGone(planted: readonly Planted[], words: readonly string[]): Promise<void> {
  const { sello, council } = world;
  expect(found(words, await dump())).toEqual([]);
  for (const { asked, reads, visit, memberId } of planted) {
    for (const { path: at, call } of asked) {
      const again = await sello.call('POST', at, call);
      expect(found(words, [again.text]), `${at} again`).toEqual([]);
    }
    for (const at of reads) {
      const answer = await sello.call('GET', at, { key: council.key });
      expect(found(words, [answer.text]), at).toEqual([]);
    }
    expect((await visit.call('GET', '/me')).status).toBe(401);
    for (const table of ['posted_rows', 'member_requests'])
      expect(
        await sello.database.query(`select from ${table} where member_id = $1 and sealed is not null`, [
          memberId,
        ]),
      ).toEqual([]);
  }
  expect(found(words, await dump())).toEqual([]);
  expect(found(words, sello.logLines)).toEqual([]);
  const audit = JSON.stringify(await sello.ports.audit.page(council.accountId, 200, undefined));
  expect(found(words, [audit])).toEqual([]);
  sello.advance(2 * 3_600_000);
  await eraseExpiredFiles(sello.ports, sello.config);
  const files = await readdir(sello.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const content = (await readFile(path.join(file.parentPath, file.name))).toString('latin1');
    expect(found(words, [content]).length, file.name).toBe(0);
  }
  for (const id of planted.flatMap(({ certificates }) => certificates)) {
    const { certificate } = await council.must('GET', `/certificates/${id}`);
    expect(certificate.file).toMatchObject({ name: '—', stored: false });
    expect(certificate.file.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
}

async function expectThere({ words: [word = ''], asked, reads }: Planted): Promise<void> {
  expect(found([word], await dump()).length).toBeGreaterThan(10);
  const [first] = asked;
  if (first === undefined) throw new Error('nothing was asked');
  expect((await world.sello.call('POST', first.path, first.call)).text).toContain(word);
  const [deliveries = ''] = reads.filter((at) => at.endsWith('/deliveries'));
  expect((await world.sello.call('GET', deliveries, { key: world.council.key })).text).toContain(word);
}

/** Every column that contains the word is in the export under its name; so are rows, papers and files. */
async function expectExported({
  memberId,
  words: [word = '', ...identifiers],
  certificates,
}: Planted): Promise<void> {
  const { sello, council } = world;
  const answer = await sello.call('GET', `${API}/members/${memberId}/export`, { key: council.key });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = filesIn(answer);
  const lower = word.toLowerCase();
  const has = (text: string | undefined) => text?.toLowerCase().includes(lower);
  const told = (await dump()).filter(has).map((line) => line.split(':', 1)[0]);
  for (const { table, file, shown, withheld } of MEMBER_FILES) {
    const rows: Record<string, unknown>[] = JSON.parse(files.get(`${file}.json`) ?? '');
    for (const column of shown.filter((name) => told.includes(`${table}.${name}`)))
      expect(
        rows.some((row) => has(JSON.stringify(row[column]))),
        `${table}.${column}`,
      ).toBe(true);
    for (const column of Object.keys(withheld))
      expect(
        rows.filter((row) => column in row),
        `${table}.${column}`,
      ).toEqual([]);
  }
  for (const identifier of identifiers) expect(files.get('member.json')).toContain(identifier);
  expect(
    JSON.parse(files.get('requests.json') ?? '').filter(({ wanted }: { wanted: unknown }) => wanted),
  ).toHaveLength(1);
  expect(JSON.parse(files.get('posted-rows.json') ?? '')).toHaveLength(3);
  for (const id of certificates) {
    expect(files.get('certificates.json'), id).toContain(id);
    expect(
      [...files].filter(([name, content]) => name.startsWith(`files/${id}/`) && has(content)),
      id,
    ).toHaveLength(1);
  }
  expect([...files.keys()].filter((name) => name.startsWith('files/')).length).toBeGreaterThan(
    certificates.length,
  );
  expect(files.get('README.txt')).toContain('TODO LO QUE SE TIENE DE USTED');
}

test('P109 what is kept of a member can be read, and after anonymising, nothing of the member is in tables, answers, replays, deliveries, pages, files or logs', async () => {
  const planted = await plant(world, receiver, 'Xochiquetzal');
  await expectThere(planted);
  await expectExported(planted);
  await world.council.must('POST', `/members/${planted.memberId}/anonymise`, { reason: 'ARCO 1' });
  await expectGone([planted], planted.words);
});

test('P109 after deleting, neither', async () => {
  const planted = await plant(world, receiver, 'Tlazolteotl', { hasPoints: false });
  await expectThere(planted);
  await world.council.must('DELETE', `/members/${planted.memberId}`);
  await expectGone([planted], planted.words);
});

test('P109 after merging and anonymising the member that stays, neither', async () => {
  const planted = await plant(world, receiver, 'Mictecacihuatl');
  const { council } = world;
  const stays = await council.member();
  await council.must('POST', `/members/${planted.memberId}/merge`, { into: stays.id, reason: 'Dos veces' });
  const [kept = ''] = planted.certificates;
  expect((await council.must('GET', `/certificates/${kept}`)).certificate.file.stored).toBe(true);
  await council.must('POST', `/members/${stays.id}/anonymise`, { reason: 'ARCO 2' });
  await expectGone([planted], planted.words);
});

test('P109 a key whose answer was forgotten stays used up, and says why', async () => {
  const { council, sello } = world;
  const headers = { 'idempotency-key': 'gone-1' };
  const payload = { given_name: 'Citlalicue', first_surname: 'Luna' };
  const made = await council.call('POST', '/members', payload, { headers });
  await council.must('POST', `/members/${made.body.member.id}/anonymise`, { reason: 'ARCO 3' });
  const again = await council.call('POST', '/members', payload, { headers });
  expect([again.status, again.body.error]).toEqual([422, 'idempotency_key_reused']);
  expect(again.body.message).toContain('erased');
  const rows = await sello.database.query("select from members where given_name = 'Citlalicue'");
  expect(rows).toEqual([]);
  const other = { 'idempotency-key': 'gone-2' };
  const first = await council.call(
    'POST',
    '/members',
    { given_name: 'Eva', first_surname: 'Sol' },
    { headers: other },
  );
  const replay = await council.call(
    'POST',
    '/members',
    { given_name: 'Eva', first_surname: 'Sol' },
    { headers: other },
  );
  expect(replay.text).toBe(first.text);
});
