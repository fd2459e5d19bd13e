import { beforeAll, expect, test } from 'vitest';
import { distinctOf, readPieces, rowsOf } from '../../../server/src/database/check/pg-pieces.ts';
import { openSnapshot } from '../../../server/src/database/snapshot.ts';
import type { TakeBreak } from '../../../server/src/kernel/pacing/breaks.ts';
import { COMPARISONS } from '../../../server/src/upkeep/fsck/fsck.ts';
import { makeAll, someItems } from '../../harness/batch-items.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { certifyAs } from '../../harness/dashboard-upload.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestAccount } from '../../harness/test-sello.ts';

const LIVE = 7;
/**
 * The rows of a piece: from one to more than there are, so that a row comes first, in the middle and last in a piece.
 */
const SIZES = [1, 3, 500];

let callers: TestAccount[];
/** Accounts in the order of their ids; their certificates in the order of numbers. */
let certificates: { account: string; id: string }[][];
const sello = forFile(openTestSello);
const person = forFile(() => signUp(sello));
beforeAll(async () => {
  await certifyAs(person, 'from the dashboard');
  const made = [await sello.newAccount(), await sello.newAccount(), await sello.newAccount()];
  callers = made.sort((a, b) => (a.account.id < b.account.id ? -1 : 1));
  for (const { key, account } of callers) {
    for (let i = 0; i < LIVE; i += 1) await sello.certify(key, `${account.id} ${i}`);
    await sello.call('POST', `${API}/batches`, { key, payload: { items: someItems(3, account.id) } });
    await sello.call('POST', `${API}/batches`, { key, payload: { items: someItems(1, `${account.id} b`) } });
  }
  await makeAll(sello);
  await sello.sequence();
  for (const { key } of callers) await sello.certify(key, 'waits');
  await query('select index_certificates(account_id, livemode, 1000) from certificate_counts');
  certificates = await Promise.all(
    callers.map(async ({ account }) => {
      const rows = await query(
        'select id from certificates where account_id = $1 and livemode order by number',
        [account.id],
      );
      return rows.map(({ id }) => ({ account: account.id, id: String(id) }));
    }),
  );
});

const query = (text: string, params: unknown[] = []) => sello.database.query(text, params);

async function faults(rows: number, takeBreak: TakeBreak = async () => {}): Promise<string[]> {
  const snapshot = await openSnapshot({ url: sello.database.url }, takeBreak);
  try {
    const found: string[] = [];
    const { now } = sello.ports;
    const checking = { snapshot, now, beganAt: now(), takeBreak, advance: takeBreak, pieces: { rows } };
    for (const { find } of COMPARISONS)
      for await (const { code, where } of find(checking)) found.push(`${code} ${where}`);
    return found.sort();
  } finally {
    await snapshot.close();
  }
}

type Damaged = { params: unknown[]; found: string[] };

/** Every change must be found, whatever the size of the pieces, and nothing once it is undone. */
async function expectFound(damage: string, undo: string, damaged: readonly Damaged[]): Promise<void> {
  for (const { params } of damaged) await query(damage, params);
  const found = damaged.flatMap((one) => one.found).sort();
  for (const rows of SIZES) expect({ rows, found: await faults(rows) }).toEqual({ rows, found });
  for (const { params } of damaged) await query(undo, params);
  expect(await faults(500)).toEqual([]);
}

/** The first certificate of all, one in the middle, and the last. */
const places = () =>
  [certificates[0]?.[0], certificates[1]?.[3], certificates[2]?.at(-1)].map((one) => {
    const { account = '', id = '' } = one ?? {};
    return { account, id, params: [account, id], of: `${account} ${id}` };
  });

const OF_ONE = `(account_id, livemode, number) = (
  select account_id, livemode, number from certificates where account_id = $1 and id = $2)`;
const ONE = '(account_id, id) = ($1, $2)';

test.for([
  {
    what: 'words that are missing',
    damage: `delete from certificate_words where ${OF_ONE}`,
    undo: `insert into certificate_words select c.account_id, c.livemode, c.number,
             search_words(c.title, c.file_name, c.document_type, c.external_id) from certificates c where ${ONE}`,
    code: 'search_words_differ',
  },
  {
    what: 'words of something else',
    damage: `update certificate_words set words = words || '!' where ${OF_ONE}`,
    undo: `update certificate_words set words = left(words, -1) where ${OF_ONE}`,
    code: 'search_words_differ',
  },
  {
    what: 'rows of lists that are missing',
    damage: `delete from certificate_search where ${OF_ONE}`,
    undo: `insert into certificate_search select c.account_id, c.livemode, c.number, c.created_at, c.document_type,
             lower(c.title) || E'\\n' || lower(c.file_name) from certificates c where ${ONE}`,
    code: 'search_missing',
  },
  {
    what: 'rows of lists that say something else',
    damage: `update certificate_search set search_text = search_text || '!' where ${OF_ONE}`,
    undo: `update certificate_search set search_text = left(search_text, -1) where ${OF_ONE}`,
    code: 'search_differs',
  },
  {
    what: 'codes that lead nowhere',
    damage: 'delete from certificate_codes where (account_id, certificate_id) = ($1, $2)',
    undo: `insert into certificate_codes (code, account_id, certificate_id)
             select code, account_id, id from certificates where ${ONE}`,
    code: 'code_missing',
  },
  {
    what: 'certificates that nobody made',
    damage: `update certificates set key_id = null where ${ONE}`,
    undo: `update certificates c set key_id = k.id from api_keys k
            where c.account_id = $1 and c.id = $2 and k.account_id = c.account_id`,
    code: 'unsigned_upload',
  },
  {
    what: 'certificates with a ticket that nobody gave',
    damage: `update certificates set ticket = ticket + 1000000 where ${ONE}`,
    undo: `update certificates set ticket = ticket - 1000000 where ${ONE}`,
    code: 'queue_missing',
  },
])('$what are found first, in the middle and last, wherever a piece ends', async ({ damage, undo, code }) => {
  // The last certificate still waits in the queue, so it would be found missing there as well.
  const some = code === 'queue_missing' ? places().slice(0, 2) : places();
  await expectFound(
    damage,
    undo,
    some.map(({ params, of }) => ({ params, found: [`${code} ${of}`] })),
  );
});

test('a missing number, and uncounted bytes, are found wherever a piece ends', async () => {
  const numbers = await query('select id, number from certificates');
  const numberOf = (id: string) => numbers.find((row) => row.id === id)?.number;
  await expectFound(
    `update certificates set number = number + 100 where ${ONE}`,
    `update certificates set number = number - 100 where ${ONE}`,
    places().map(({ account, id, params, of }) => ({
      params,
      found: [
        `number_missing ${account} live`,
        `search_missing ${of}`,
        `search_stray ${account} live ${numberOf(id)}`,
        // Its new number is beyond the indexed ones, so no words are missing; the old words belong to no certificate.
        `search_words_differ ${account} ${numberOf(id)}`,
      ],
    })),
  );
  await expectFound(
    `update certificates set file_size = file_size + 1 where ${ONE}`,
    `update certificates set file_size = file_size - 1 where ${ONE}`,
    places().map(({ account, params }) => ({ params, found: [`stored_bytes_differ ${account} live`] })),
  );
});

test('rows without a certificate are found before the first certificate, between two and after the last', async () => {
  const [first = '', , last = ''] = callers.map(({ account }) => account.id);
  const strays = [
    [first, 0],
    [first, 900],
    [last, 900],
  ] as const;
  await expectFound(
    `insert into certificate_words (account_id, livemode, number, words) values ($1, true, $2, 'stray')`,
    'delete from certificate_words where (account_id, livemode, number) = ($1, true, $2)',
    strays.map((params) => ({ params: [...params], found: [`search_words_differ ${params.join(' ')}`] })),
  );
  await expectFound(
    `insert into certificate_search (account_id, livemode, number, created_at, search_text) values ($1, true, $2, now(), 'stray')`,
    'delete from certificate_search where (account_id, livemode, number) = ($1, true, $2)',
    strays.map((params) => ({ params: [...params], found: [`search_stray ${params.join(' live ')}`] })),
  );
});

test('a stray entry in the queue is found, however far from the waiting ones', async () => {
  await expectFound(
    `insert into log_queue (id, leaf_hash) overriding system value values ($1, sha256('x'))`,
    'delete from log_queue where id = $1',
    [-5_000, 5_000_000].map((id) => ({ params: [id], found: [`queue_stray entry ${id}`] })),
  );
});

test('batches and keys are compared with their related rows, wherever a piece ends', async () => {
  await expectFound(
    `update api_keys set name = name || '!' where id = $1`,
    'update api_keys set name = left(name, -1) where id = $1',
    callers.map(({ account, apiKey }) => ({
      params: [apiKey.id],
      found: [`key_differs ${account.id} ${apiKey.id}`],
    })),
  );
  const batches = await query('select account_id, id from batches');
  await expectFound(
    'update batches set failed = failed + 1, total = total + 1 where id = $1',
    'update batches set failed = failed - 1, total = total - 1 where id = $1',
    batches.map(({ account_id, id }) => ({ params: [id], found: [`batch_differs ${account_id} ${id}`] })),
  );
});

test('certificates of an account that does not exist are reported once, however many pieces contain them', async () => {
  const [{ account }] = callers as [TestAccount];
  const expected = `account_unknown ${account.id}x`;
  await query(`update certificates set account_id = account_id || 'x' where account_id = $1`, [account.id]);
  for (const rows of SIZES)
    expect((await faults(rows)).filter((fault) => fault.startsWith('account_unknown'))).toEqual([expected]);
  await query(`update certificates set account_id = $1 where account_id = $1 || 'x'`, [account.id]);
  expect(await faults(3)).toEqual([]);
});

test('P100 certifying, erasing and sequencing between two pieces is not reported as a fault', async () => {
  let breaks = 0;
  const found = await faults(2, async () => {
    breaks += 1;
    // More often at first, while certificates are counted.
    if (breaks % (breaks < 300 ? 3 : 24) > 0) return;
    const { key } = callers[breaks % callers.length] as TestAccount;
    const { id } = await sello.certify(key, `meanwhile ${breaks}`);
    if (breaks % 4 === 0) await sello.call('DELETE', `${API}/certificates/${id}/file`, { key });
    if (breaks % 5 === 0) await sello.sequence();
    if (breaks % 7 === 0) await certifyAs(person, `by hand ${breaks}`, { mode: 'test' });
    if (breaks % 9 === 0)
      await sello.call('DELETE', `${API}/certificates/${certificates[0]?.[breaks % 7]?.id}/file`, {
        key: callers[0]?.key ?? '',
      });
  });
  expect(found).toEqual([]);
  expect(breaks).toBeGreaterThan(300);
});

test('each row is in exactly one piece, and so is each repeated value', async () => {
  const snapshot = await openSnapshot({ url: sello.database.url });
  const read = async (of: ReturnType<typeof rowsOf>, rows: number) => {
    const found: unknown[] = [];
    for await (const piece of readPieces(
      snapshot,
      { of, sql: 'select to_json(piece) as row from piece' },
      { rows },
    )) {
      expect(piece.length).toBeLessThanOrEqual(rows);
      found.push(...piece.map(({ row }) => row));
    }
    return found;
  };
  const key = ['account_id', 'livemode', 'number'];
  const all = await query(
    'select to_json(c) as row from (select account_id, livemode, number from certificates order by 1, 2, 3) c',
  );
  const owners = await query(
    'select to_json(c) as row from (select distinct account_id, livemode from certificates order by 1, 2) c',
  );
  for (const rows of SIZES) {
    expect(await read(rowsOf('certificates', key, key.join(', ')), rows)).toEqual(all.map(({ row }) => row));
    expect(await read(distinctOf('certificates', key.slice(0, 2)), rows)).toEqual(
      owners.map(({ row }) => row),
    );
  }
  await snapshot.close();
});

test('no single statement scans a table that grows with the certificates', () => {
  const comparisons = COMPARISONS.flatMap((check) => check.comparisons ?? []);
  const undivided = comparisons.filter(({ of }) => of === undefined).map(({ code }) => code);
  // The two are sums over memberships, and the question whether there is any run of places at all.
  expect(undivided).toEqual(['tallies_differ', 'places_astray']);
});
