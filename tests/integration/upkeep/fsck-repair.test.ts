import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fsckCommand } from '../../../server/src/cli/fsck.ts';
import { CommandFailed } from '../../../server/src/cli/shared/usage.ts';
import { isFull } from '../../harness/breadth.ts';
import { type BusySello, fsck, openBusySello } from '../../harness/busy-sello.ts';
import { openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { openS3Server } from '../../harness/s3-server.ts';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let world: BusySello;
let tamperer: Tamperer;
beforeAll(async () => {
  world = await openBusySello();
  tamperer = await openTamperer(world.sello.database.url);
});
afterAll(async () => {
  await tamperer?.close();
  await world?.close();
});

const EVIDENCE = [
  'certificates',
  'certificate_tokens',
  'checkpoints',
  'anchors',
  'certificate_proofs',
  'calendar_stamps',
  'audit_events',
];

/** All table contents that no repair may touch. */
async function evidence(): Promise<string> {
  const hash = createHash('sha256');
  for (const table of EVIDENCE) {
    // A certificate that is queued again gets another ticket.
    const rows = await tamperer.run(
      `select (to_jsonb(t) - 'ticket')::text as row from ${table} t order by 1`,
    );
    for (const row of rows) {
      hash.update(`${row.row}\n`);
    }
  }
  return hash.digest('hex');
}

describe('derived data is repaired, and evidence is not touched', () => {
  test.for([
    ['counters', `update certificate_counts set total = total + 3`, 'counts'],
    ['a counter that is missing', `delete from certificate_counts where not livemode`, 'counts'],
    [
      'bytes of stored files',
      `update certificate_counts set stored_bytes = stored_bytes + 3`,
      'stored_bytes',
    ],
    ['where files have expired', `update certificate_counts set erased_to = 2`, 'stored_bytes'],
    ['the allowance', `update accounts set certificates_left = certificates_left + 9`, 'allowance'],
    ['what was granted', `update accounts set certificates_granted = certificates_granted + 9`, 'allowance'],
    ['public codes', `delete from certificate_codes`, 'codes'],
    [
      'public codes that lead elsewhere',
      `update certificate_codes set certificate_id = 'x' || certificate_id`,
      'codes',
    ],
    [
      'what lists are searched by',
      `update certificate_search set search_text = 'x', document_type = null`,
      'search',
    ],
    ['rows that lists are searched by', `delete from certificate_search`, 'search'],
    [
      'words that are searched for',
      `insert into certificate_words (account_id, livemode, number, words) select account_id, livemode, number, 'x' from certificates`,
      'search',
    ],
    ['the queue', `delete from log_queue`, 'queue'],
    ['hashes in the queue', `update log_queue set leaf_hash = sha256('x')`, 'queue'],
    ['an entry in the queue', `update log_queue set entry = sha256('x')`, 'queue'],
    ['entries missing from the queue', `update log_queue set entry = null`, 'queue'],
    ['what waits for nobody', `insert into log_queue (leaf_hash) values (sha256('x'))`, 'queue'],
    ['runs of places', `update log_places set last_ticket = last_ticket + 1`, 'places'],
    ['hashes of the log', `update log_nodes set hashes = overlay(hashes placing sha256('x') from 1)`, 'log'],
    ['rows of the log', `delete from log_nodes where level > 0`, 'log'],
    ['rows too many', `insert into log_nodes values (40, 0, sha256('x'))`, 'log'],
    [
      'entries of the log',
      `update log_entries set entries = overlay(entries placing sha256('x') from 1)`,
      'log',
    ],
    ['rows of entries', `delete from log_entries`, 'log'],
    ['an entry cut short', `update log_entries set entries = substr(entries, 1, length(entries) - 1)`, 'log'],
    ['entries too many', `insert into log_entries values (40, sha256('x'))`, 'log'],
    ['the edge of the log', `update log_state set frontier = '{}'`, 'log'],
    ['the size of the log', `update log_state set size = size + 1`, 'log'],
    ['counted calls', `update api_key_usage set minute_calls = minute_calls + 1`, 'call_counts'],
    ['counts of a key', `delete from api_key_usage`, 'call_counts'],
  ] as const)('%s', async ([, damage, kind]) => {
    const before = await evidence();
    await tamperer.run(damage);
    const found = await fsck(world, { repair: true });
    expect(found.findings.map(({ level, repair }) => level === 'problem' && repair)).toContain(kind);
    expect(found.repaired.map((one) => one.kind)).toContain(kind);
    expect(found.holds).toBe(true);
    expect(await fsck(world)).toMatchObject({ holds: true, findings: [] });
    expect(await evidence()).toBe(before);
  });

  test('everything at once, and proofs requested afterwards verify', async () => {
    for (const damage of [
      'update certificate_counts set total = total + 3',
      'update certificate_counts set stored_bytes = 0, erased_to = 7',
      'update accounts set certificates_left = certificates_left + 9',
      'delete from certificate_codes',
      'delete from certificate_search',
      'delete from log_queue',
      'delete from log_nodes',
      'delete from log_entries',
    ])
      await tamperer.run(damage);
    expect((await fsck(world, { repair: true })).holds).toBe(true);
    expect(await fsck(world)).toMatchObject({ holds: true, findings: [] });
    expect((await world.proof(world.certificateIds[8]!)).status).toBe(200);
    await world.sello.certify(world.caller.key, 'made after the repair');
    await world.sello.sequence();
    expect(await fsck(world)).toMatchObject({ holds: true, findings: [] });
  });

  test('a log that does not follow from the certificates is not changed', async () => {
    await tamperer.run('create temporary table saved as select * from certificate_tokens');
    await tamperer.run(`update certificate_tokens set leaf_hash = sha256(leaf_hash)`);
    await tamperer.run(`update log_state set frontier = '{}'`);
    const { holds, repaired } = await fsck(world, { repair: true });
    expect([holds, repaired.find(({ kind }) => kind === 'log')?.isWhole]).toEqual([false, false]);
    await tamperer.run('delete from certificate_tokens');
    await tamperer.run('insert into certificate_tokens select * from saved');
    expect((await fsck(world, { repair: true })).holds).toBe(true);
  });

  test('a missing certificate is reported and its traces are kept', async () => {
    await tamperer.run(
      `create temporary table gone as select * from certificates where number = 1 and livemode and account_id = '${world.caller.account.id}'`,
    );
    await tamperer.run(
      'delete from certificates c using gone where c.account_id = gone.account_id and c.id = gone.id',
    );
    const traces = () =>
      tamperer.run(
        `select (select count(*) from certificate_codes) as codes, (select count(*) from certificate_tokens) as tokens,
              (select count(*) from certificate_search) as search, (select sum(total) from certificate_counts) as total`,
      );
    const before = await traces();
    expect((await fsck(world, { repair: true })).holds).toBe(false);
    expect(await traces()).toEqual(before);
    await tamperer.run('insert into certificates select * from gone');
    expect(await fsck(world)).toMatchObject({ holds: true });
  });
});

describe('leftovers of crashes', () => {
  const old = new Date(Date.now() - 2 * 3_600_000 * 1_000);
  const place = (name: string) =>
    path.join(world.sello.dataDir, 'files', 'files', world.caller.account.id, name.slice(0, 2), name);

  test('temporary files older than an hour are reported and deleted', async () => {
    const incoming = path.join(world.sello.dataDir, 'files', 'incoming');
    await writeFile(path.join(incoming, 'cut'), 'short');
    await utimes(path.join(incoming, 'cut'), old, old);
    expect((await fsck(world)).codes).toEqual({ upload_unfinished: 1 });
    expect((await fsck(world, { repair: true })).holds).toBe(true);
    expect(await readdir(incoming)).toEqual([]);
  });

  test('a file that no certificate names is a note, and is deleted only when it is old and no server runs', async () => {
    const name = createHash('sha256').update('nobody').digest('hex');
    await mkdir(path.dirname(place(name)), { recursive: true });
    await writeFile(place(name), 'nobody');
    await utimes(place(name), old, old);
    const told = await fsck(world, { repair: true });
    expect(told).toMatchObject({ holds: true, codes: { file_unnamed: 1 } });
    expect(told.repaired).toMatchObject([{ kind: 'unnamed_files', isWhole: false }]);
  });

  describe('while no server runs', () => {
    let stopped: TestSello;
    let accountId: string;
    beforeAll(async () => {
      stopped = await openTestSello();
      const { account, key } = await stopped.newAccount();
      accountId = account.id;
      await stopped.certify(key, 'named');
      await stopped.sequence();
      await stopped.stop();
    });
    afterAll(() => stopped.close());

    /** Unfinished work of a dead process. */
    const leave = (age: string) =>
      stopped.database.query(
        `with held as (
           insert into allowance_reservations (account_id, owner, created_at)
           select id, 1, now() - interval '${age}' from accounts returning account_id
         ), claimed as (
           insert into idempotency_keys (account_id, operation, key, fingerprint, owner, created_at)
           select id, 'POST', '${age}', sha256('x'), 1, now() - interval '${age}' from accounts
         )
         update accounts set certificates_left = certificates_left - 1 where id in (select account_id from held)`,
        [],
        `leave ${age}`,
      );

    test('unfinished work of a dead process is a note at first, then a problem, and is released', async () => {
      await leave('1 minute');
      const young = await fsck({ sello: stopped });
      expect(young).toMatchObject({ holds: true, codes: { reservation_dead: 1, claim_dead: 1 } });
      await leave('2 hours');
      expect(await fsck({ sello: stopped })).toMatchObject({ holds: false });
      const { repaired, holds } = await fsck({ sello: stopped }, { repair: true });
      expect([holds, repaired.map(({ kind }) => kind)]).toEqual([true, ['reservations', 'claims']]);
      expect(await fsck({ sello: stopped })).toMatchObject({ holds: true, findings: [] });
    });

    test('old files that no certificate names are deleted, and young ones are not', async () => {
      const [aged, young] = ['aged', 'young'].map((text) => createHash('sha256').update(text).digest('hex'));
      for (const name of [aged!, young!]) {
        const file = path.join(stopped.dataDir, 'files', 'files', accountId, name.slice(0, 2), name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, 'nobody');
        if (name === aged) await utimes(file, old, old);
      }
      const { repaired } = await fsck({ sello: stopped }, { repair: true });
      expect(repaired).toMatchObject([{ kind: 'unnamed_files', isWhole: true }]);
      expect(repaired[0]?.told).toContain('1 file');
      const { holds, findings } = await fsck({ sello: stopped });
      expect([holds, findings]).toMatchObject([
        true,
        [{ code: 'file_unnamed', where: `${accountId} ${young}` }],
      ]);
    });
  });
});

describe('while servers run', () => {
  let sello: TestSello;
  beforeAll(async () => {
    sello = await openTestSello();
  });
  afterAll(() => sello.close());

  test('certificates made and sequenced meanwhile are never taken for damage', async () => {
    const { key } = await sello.newAccount({ certificates: 100_000 });
    let isDone = false;
    const work = (async () => {
      while (!isDone) {
        await Promise.all(Array.from({ length: 8 }, () => sello.certify(key, randomBytes(8))));
        await sello.sequence();
      }
    })();
    for (let i = 0; i < (isFull ? 6 : 2); i += 1) {
      const { findings } = await fsck({ sello });
      expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    }
    isDone = true;
    await work;
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('the command reports the result, for people and as JSON', async () => {
    const said: string[] = [];
    const terminal = {
      env: { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir },
      write: (text: string) => said.push(text),
      out: (line: string) => said.push(line),
      error: () => {},
      status: undefined,
    };
    await fsckCommand(['--full-speed'], terminal);
    expect(said.at(-1)).toBe('No problems found.');
    said.length = 0;
    await sello.database.query('update certificate_counts set total = total + 1 where livemode', [], 'spoil');
    await expect(fsckCommand(['--full-speed', '--quick', '--json'], terminal)).rejects.toThrow(CommandFailed);
    expect(JSON.parse(said.join('\n'))).toMatchObject({
      holds: false,
      codes: { count_differs: 1, allowance_differs: 1 },
      findings: [
        { subject: 'ledgers', level: 'problem', code: 'count_differs', repair: 'counts' },
        { subject: 'ledgers', level: 'problem', code: 'allowance_differs', repair: 'allowance' },
      ],
    });
    said.length = 0;
    await fsckCommand(['--full-speed', '--repair'], terminal);
    expect(said.at(-1)).toContain('repaired');
    expect(said.join('\n')).toContain('1 certificate counters were corrected');
  });
});

test('files in a bucket are checked there, encrypted or not', async () => {
  const s3 = await openS3Server();
  const sello = await openTestSello({ ...s3.env, SELLO_BLOB_KEY: randomBytes(32).toString('base64') });
  const { key } = await sello.newAccount();
  for (let i = 0; i < 3; i += 1) await sello.certify(key, `in the bucket ${i}`);
  await sello.sequence();
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  const [object] = await s3.keys();
  await s3.replace(object!, Buffer.from('something else'));
  expect((await fsck({ sello })).codes).toEqual({ file_unreadable: 1 });
  expect(
    (await fsck({ sello: { ...sello, config: { ...sello.config, masterKeys: undefined } } })).codes,
  ).toMatchObject({
    blob_key_broken: 1,
    file_unreadable: 3,
  });
  await sello.close();
  await s3.close();
});
