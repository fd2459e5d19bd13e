/** In tables whose rows have digests, a change that another program than Sello makes is found in every column. */

import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../server/src/database/pool.ts';
import { writePng } from '../../../server/src/memberships/council/write-png.ts';
import { UNSEEN } from '../../../server/src/upkeep/fsck/unseen.ts';
import { OWNERS } from '../../architecture/table-owners.ts';
import { turnOn } from '../../harness/authenticator.ts';
import { someItems } from '../../harness/batch-items.ts';
import { firstProblem, fsck } from '../../harness/busy-sello.ts';
import { openTestCouncil } from '../../harness/clocks.ts';
import { DASHBOARD } from '../../harness/dashboard-person.ts';
import { sitAtDesk } from '../../harness/desk.ts';
import { approvedAward } from '../../harness/documents.ts';
import { drawEverybody } from '../../harness/draws.ts';
import { fillCouncil } from '../../harness/fill-council.ts';
import { type Column, openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { holdsOf } from '../../harness/holds.ts';
import { runLogKey } from '../../harness/log-key-command.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import {
  newEmail,
  newReport,
  type OwnPageWorld,
  openOwnPageWorld,
  sendEvidence,
} from '../../harness/own-page.ts';
import { openProgramCouncil } from '../../harness/program-council.ts';
import { postWithSeal, sealAll } from '../../harness/sealed.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { API, type TestSello } from '../../harness/test-sello.ts';

let world: OwnPageWorld;
let sello: TestSello;
let tamperer: Tamperer;
const random = seededRandom();
beforeAll(async () => {
  world = await openOwnPageWorld();
  sello = world.sello;
  tamperer = await openTamperer(sello.database.url);
  await fillAll();
});
afterAll(async () => {
  await tamperer?.close();
  await world?.close();
});

/** Something in every table with digests. */
async function fillAll(): Promise<void> {
  const { council } = world;
  await fillCouncil(council);
  await fillDocuments();
  await fillOwnPages();
  await fillDraws();
  await fillWatches();
  await fillDesks();
  await fillSeals();
  await fillSharedStamps();
  await fillPeople();
  await runLogKey(sello, 'add');
  const holds = holdsOf(sello);
  await holds.lift((await holds.add(council.accountId)).id);
  const rows = [{ given_name: 'Ana', first_surname: 'Luna' }, { given_name: 'Ana' }];
  await council.call('POST', '/members/import', { rows });
  const [from, into] = [await council.member(), await council.member()];
  await council.must('POST', `/members/${from.id}/merge`, { into: into.id, reason: 'x' });
  await council.must('POST', '/webhooks', { url: 'https://example.com/hooks', events: ['*'] });
  const tested = await openTestCouncil(sello);
  const { clock } = await tested.must('POST', '/clocks', { name: 'Año 2028', day: '2028-01-01' });
  await tested.member({ clock_id: clock.id });
  await tested.must('POST', `/clocks/${clock.id}/advance`, { day: '2028-02-01' });
  // Rows for mails that are sent on one day of the year, and for passkeys, which only a device makes.
  await sello.database.query(
    `insert into member_reminders (term_id, valid_until, days, account_id, member_id, claimed_at)
     select term_id, valid_until, 30, account_id, member_id, now() from memberships limit 1`,
  );
  await sello.database.query(
    `insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
     select 'psk_' || substr(id, 6), id, '\\x01', '\\x02', 0, '{usb}', 'x', false, now() from accounts limit 1`,
  );
}

async function fillDocuments(): Promise<void> {
  const council = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const award = await approvedAward(council, {
    fields: {
      email: newEmail(),
      consent: { given_at: '2026-01-15', notice_version: '1', channel: 'web' },
      public_profile: true,
    },
  });
  await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  await council.ask('GET', `/awards/${award.id}/badge`, 200);
}

async function fillOwnPages(): Promise<void> {
  const { council } = world;
  const email = newEmail();
  const member = await council.member({ email });
  const { program_id } = await council.membership({ member, starts_on: council.today(-100) });
  const visit = await world.enterByCode(email);
  await visit.call('POST', '/activities', await newReport(world, visit, program_id));
  await visit.call('POST', '/requests', { changes: { given_name: 'Eva' } });
  await world.linkOf(member.id);
  await world.codeFor(email);
}

async function fillDraws(): Promise<void> {
  const { council } = world;
  const { program_id, member_id } = await council.membership({ starts_on: council.today(-100) });
  const drawId = await drawEverybody(council, program_id);
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  const visit = await world.enterByLink(member_id);
  const sent = { evidence_id: await sendEvidence(visit), note: 'Constancia' };
  expect((await visit.call('POST', `/reviews/${reviews[0].id}/evidence`, sent)).status).toBe(200);
}

async function fillWatches(): Promise<void> {
  const { council } = world;
  const { member_number, id } = await council.member({});
  const asked = { council_id: council.accountId, number: member_number, surname: 'Luna', external_id: 'e-1' };
  await council.must('POST', '/watches', asked);
  const { query } = sello.database;
  await query('insert into watch_news (member_id) values ($1)', [id]);
  await query(
    `with address as (
       insert into watch_addresses values ('wad_1', $1, true, 'a@example.com', 'a@example.com', 'es', 'confirmed', 'code', '\\x01',
         now(), now(), 1, now(), now(), now(), now(), now(), now(), now()) returning id)
     insert into watch_mail_lines select address.id, w.id, '', now() from address, watches w where w.account_id = $1`,
    [council.accountId],
  );
  await query(
    `insert into diploma_mails (document_id, account_id, course_id, asked_at)
     select d.id, d.account_id, a.course_id, now() from documents d join awards a on a.id = d.award_id
      where a.course_id is not null limit 1`,
  );
}

/** One sealed copy that is made, and one that waits. */
async function fillSeals(): Promise<void> {
  const { key } = await sello.newAccount({ certificates: 10 });
  const pdf = Buffer.from(ODD_PDFS['several-revisions'] as Uint8Array);
  for (const title of ['made', 'waiting']) {
    expect((await postWithSeal(sello, key, pdf, { title })).status).toBe(201);
    if (title === 'made') await sealAll(sello);
  }
}

/** The order of a shared stamp is gone once its batch is done, so this writes one that waits for its certificates. */
async function fillSharedStamps(): Promise<void> {
  const { key } = await sello.newAccount({ certificates: 10 });
  const made = await sello.call('POST', `${API}/batches`, {
    key,
    payload: { items: someItems(2), stamp: 'shared' },
  });
  expect(made.status, made.text).toBe(202);
  await sello.database.query(
    `insert into shared_stamps (order_id, account_id, batch_id, leaves, ordered_at, tsr, chain, facts)
     select 'order', account_id, id, decode(repeat('a1', 64), 'hex'), created_at, '\\x01', array['\\x02'::bytea], '{}'
       from batches where id = $1`,
    [made.body.batch.id],
  );
}

async function fillDesks(): Promise<void> {
  const { council } = world;
  const fields = { name: 'Sociedad de Ejemplo', emails: [newEmail()] };
  const { organizer } = await council.must('POST', '/organizers', fields);
  await council.must('POST', '/courses', {
    title: 'Taller',
    starts_on: '2026-03-01',
    organizer_id: organizer.id,
  });
  await sitAtDesk(sello, council.accountId, organizer);
}

async function fillPeople(): Promise<void> {
  const person = await world.signUp();
  await turnOn(sello, person);
  const pixels = {
    width: 1,
    height: 1,
    channels: 3,
    bytes: deflateSync(Buffer.alloc(3)),
    alpha: undefined,
  } as const;
  const sent = await sello.call('POST', `${DASHBOARD}/council/images`, {
    headers: { cookie: person.cookie, 'content-type': 'image/png' },
    payload: await writePng({ kind: 'pixels', ...pixels }),
  });
  expect(sent.status, sent.text).toBe(201);
  await person.call('PATCH', '/council', { name: 'Consejo', logo: sent.body.image.sha256 });
  await sello.database.query(
    `insert into invitations (id, account_id, email, role, secret_hash, invited_by, created_at, expires_at)
     values ('inv_' || substr($1, 5), first_account_of($1), 'b@example.com', 'viewer', sha256('x'), $1, now(), now())`,
    [person.id],
  );
  await sello.database.query(
    `insert into identities (issuer, subject, person_id, created_at, last_login_at)
     values ('https://issuer.example', 'eva', $1, now(), now())`,
    [person.id],
  );
  await sello.database.query('insert into operators (person_id, added_at) values ($1, now())', [person.id]);
  const asked = await person.call('POST', '/allowance-requests', { certificates: 5, reason: 'Un juicio' });
  expect(asked.status, asked.text).toBe(201);
  const statement = { legalName: 'Prestador, S.A. de C.V.', service: 'ccmd', dofDate: '2019-05-31' } as const;
  await sello.ports.issuerStatements.keep('Prestador', statement, sello.ports.now());
}

const nameOf = ({ table, name }: Column) => `${table}.${name}`;
const UNSEEN_HERE = new Set(
  UNSEEN.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  ),
);
/** Columns derived from other values: a separate check derives them again, except for void terms. */
const DERIVED: Record<string, string> = {
  memberships: 'effective_status term_id valid_until lapses_on term_met',
  membership_terms: 'met counted missing_points',
  renewals: 'snapshot_met',
};
const isDerived = ({ table, name }: Column) => DERIVED[table]?.split(' ').includes(name) === true;

test('P06 untouched rows match their digests, whichever version of a row it is', async () => {
  expect((await fsck({ sello })).findings).toEqual([]);
});

test('P06 one changed value is found, in every column of every table with digests', {
  timeout: 300_000,
}, async () => {
  const columns = await tamperer.columns();
  const tables = columns.filter(({ name }) => name === 'row_digest').map(({ table }) => table);
  const unfound: string[] = [];
  const columnsOf = (table: string) =>
    columns.filter((one) => one.table === table && !UNSEEN_HERE.has(nameOf(one)) && !isDerived(one));
  const left = new Map(tables.map((table) => [table, columnsOf(table)]));
  // One column of each table at a time.
  while ([...left.values()].some((some) => some.length > 0)) {
    const undo: (() => Promise<void>)[] = [];
    const changed: string[] = [];
    for (const some of left.values()) {
      const column = some.pop();
      const flip = column && ((await tamperer.flip(column, random)) ?? (await tamperer.fill(column)));
      if (column !== undefined && flip === undefined) unfound.push(`${nameOf(column)}: there is no row`);
      if (column === undefined || typeof flip !== 'object') continue;
      undo.push(flip.undo);
      changed.push(nameOf(column));
    }
    const { findings } = await fsck({ sello });
    const found = findings
      .filter(({ code }) => code === 'row_changed')
      .map(({ where }) => where.split(' ')[0]);
    unfound.push(...changed.filter((name) => !found.includes(name.split('.')[0])));
    // Undoes the last change first, because the trigger of a person looks for the seat.
    for (const step of undo.toReversed()) await step();
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
  expect((await fsck({ sello })).findings).toEqual([]);
});

test('P06 one changed value is found in derived data, and in member tables without digests', async () => {
  const columns = await tamperer.columns();
  const digested = new Set(columns.filter(({ name }) => name === 'row_digest').map(({ table }) => table));
  const bare = (OWNERS.memberships ?? []).filter((table) => !digested.has(table));
  expect(bare).toEqual(['ledger_entries', 'membership_tallies']);
  const unfound: string[] = [];
  for (const column of columns) {
    if (UNSEEN_HERE.has(nameOf(column)) || !(isDerived(column) || bare.includes(column.table))) continue;
    const only = column.table === 'membership_terms' ? 'not is_void' : undefined;
    const flip = await tamperer.flip(column, random, undefined, only).catch(refusedGenerated);
    if (flip === undefined) unfound.push(`${nameOf(column)}: there is no value`);
    if (typeof flip !== 'object') continue;
    if ((await firstProblem({ sello })) === undefined) unfound.push(`${nameOf(column)}: ${flip.row}`);
    await flip.undo();
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
});

/** PostgreSQL alone writes a generated column. */
function refusedGenerated(error: { code?: string }): 'refused' {
  if (error.code === '428C9') return 'refused';
  throw error;
}

test('P06 a fault is reported until it is confirmed, even if Sello writes the row again', async () => {
  const { council } = world;
  const program = await council.program();
  const changed = async () => (await fsck({ sello })).findings.map(({ code, where }) => [code, where]);
  await tamperer.run(`update programs set metadata = '{"by":"hand"}' where id = $1`, [program.id]);
  expect(await changed()).toEqual([['row_changed', `programs ${program.id}`]]);
  await council.must('PATCH', `/programs/${program.id}`, { name: 'Otro' });
  expect(await changed()).toEqual([['row_changed', `programs ${program.id}`]]);
  await tamperer.run('update programs set row_digest = null where id = $1', [program.id]);
  expect(await changed()).toEqual([['row_without_digest', 'programs']]);
  const { holds, repaired } = await fsck({ sello }, { repair: true });
  expect([holds, repaired.map(({ told }) => told)]).toEqual([true, ['1 rows were given a digest']]);
  expect(await changed()).toEqual([]);
});

test('P06 a database from before digests passes with notes, and each version of the program gives its rows digests', async () => {
  const columns = await tamperer.columns();
  const tables = columns.filter(({ name }) => name === 'row_digest').map(({ table }) => table);
  for (const table of tables) await tamperer.run(`update ${table} set row_digest = null`);
  const { holds, findings } = await fsck({ sello });
  expect(holds).toBe(true);
  expect(findings.map(({ code, where }) => `${code} ${where}`)).toEqual(
    tables.map((table) => `row_without_digest ${table}`),
  );
  // The statement of a program that does not know of digests, in a session of Sello.
  await sello.database.query("update councils set color = '#000000'");
  const [row] = await tamperer.run('select count(*)::int as bare from councils where row_digest is null');
  expect(row?.bare).toBe(0);
  expect((await fsck({ sello }, { repair: true })).holds).toBe(true);
  expect((await fsck({ sello })).findings).toEqual([]);
});

test("P06 digests do not depend on a session's time zone and formats", async () => {
  const database = connect({ url: sello.database.url }, 1);
  try {
    const rows = await database.transaction(async (query) => {
      await query(
        `set local timezone = 'America/Mexico_City'; set local bytea_output = 'escape'; set local datestyle = 'German'`,
      );
      return query('select row_digest = row_digest_of(t, array[]::text[]) as is_same from member_sessions t');
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ is_same }) => is_same === true)).toBe(true);
  } finally {
    await database.close();
  }
});

test('P06 a table whose digests are no longer updated is reported', async () => {
  await tamperer.run('alter table courses disable trigger zz_row_digest');
  expect((await firstProblem({ sello }))?.code).toBe('digests_not_kept');
  await tamperer.run('alter table courses enable trigger zz_row_digest');
  expect(await firstProblem({ sello })).toBeUndefined();
});

test("an application name in the address does not make Sello's own changes look foreign", async () => {
  const database = connect(
    {
      url: `${sello.database.url}${sello.database.url.includes('?') ? '&' : '?'}application_name=tool&options=-c%20work_mem%3D5MB`,
    },
    1,
  );
  try {
    const [row] = await database.query(
      `select current_setting('application_name') as name, current_setting('work_mem') as memory`,
    );
    expect(row).toEqual({ name: 'sello', memory: '5MB' });
  } finally {
    await database.close();
  }
});

test('P06 a changed key of a request is found', async () => {
  const key = world.council.key;
  const headers = { 'idempotency-key': 'asked-once' };
  await sello.call('POST', `${API}/programs`, {
    key,
    headers,
    payload: { name: 'x', rules: { term_months: 12 } },
  });
  for (const column of ['key', 'operation', 'key_digest', 'account_id']) {
    const flip = await tamperer.flip(
      { table: 'idempotency_keys', name: column, type: column === 'key_digest' ? 'int8' : 'text' },
      random,
    );
    const { findings } = await fsck({ sello });
    if (typeof flip === 'object') await flip.undo();
    expect(
      findings.map(({ code }) => code),
      column,
    ).toContain('claim_changed');
  }
});
