import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { decodeTimestampResponse } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../server/src/database/migrate.ts';
import { connect } from '../../../server/src/database/pool.ts';
import { UNSEEN } from '../../../server/src/upkeep/fsck/unseen.ts';
import { OWNERS } from '../../architecture/table-owners.ts';
import { type BusySello, firstProblem, fsck, openBusySello } from '../../harness/busy-sello.ts';
import { type Column, openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { seededRandom } from '../../harness/seeded-random.ts';

let world: BusySello;
let tamperer: Tamperer;
const random = seededRandom();
beforeAll(async () => {
  world = await openBusySello();
  tamperer = await openTamperer(world.sello.database.url);
});
afterAll(async () => {
  await tamperer?.close();
  await world?.close();
});

/** Codes of all problems; empty when there are none. */
async function wrong(): Promise<string[]> {
  const { holds, findings } = await fsck(world);
  const problems = findings.filter(({ level }) => level === 'problem');
  expect(holds).toBe(problems.length === 0);
  return problems.map(({ code }) => code);
}

test('P06 fsck finds no problem in an untouched Sello', async () => {
  const { holds, findings, subjects } = await fsck(world);
  expect(findings).toEqual([]);
  expect(holds).toBe(true);
  expect(subjects.map(({ name }) => name)).toEqual([
    'files',
    'stamps',
    'log',
    'anchors',
    'ledgers',
    'audit',
    'leftovers',
  ]);
});

/** In which part of a value a change must be found; docs/operations.md explains the rest. */
const WITHIN: Record<string, (bytes: Uint8Array) => [from: number, to: number]> = {
  // The status around the token is covered by no signature.
  'certificate_tokens.tsr': (bytes) => {
    const { der } = decodeTimestampResponse(bytes).token!;
    return [bytes.length - der.length, bytes.length];
  },
  // No leaf covers these tokens, so only changes in their signed part can be found.
  'checkpoint_stamps.tsr': signedPart,
  'stamp_renewals.tsr': signedPart,
  // In real blocks Bitcoin's proof of work protects the other bytes; this test's blocks have almost none.
  'calendar_stamps.header': () => [36, 68],
};

/** Selects rows whose value can be compared with other data. */
const ONLY: Record<string, string> = {
  // The files of the others were erased, and their size is not part of the evidence.
  'certificates.file_size': 'file_erased_at is null',
  // The other answers are sealed, and do not show what the request was.
  'idempotency_keys.fingerprint': 'not sealed',
};

function signedPart(bytes: Uint8Array): [from: number, to: number] {
  const { infoDer } = decodeTimestampResponse(bytes).token!;
  const from = Buffer.from(bytes).indexOf(infoDer);
  return [from, from + infoDer.length];
}

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

const BEYOND = new Set(
  UNSEEN.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  ),
);

test('every column that fsck cannot see exists, is listed once, and is printed with its reason', async () => {
  const listed = UNSEEN.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  expect(listed.toSorted()).toEqual([...BEYOND].toSorted());
  const columns = new Set((await tamperer.columns()).map(nameOf));
  expect(listed.filter((name) => !columns.has(name))).toEqual([]);
  const { out } = await runInside(['fsck', '--help'], {});
  for (const { because } of UNSEEN) expect(out).toContain(because);
  expect(out).toContain('    accounts: email, name, password_hash');
});

test('P06 one changed value is found, in any column', { timeout: 300_000 }, async () => {
  const columns = await tamperer.columns();
  const unfound: string[] = [];
  // Rows with digests, and what belongs to members, have a test of their own: `fsck-digests.test.ts`.
  const digested = columns.filter(({ name }) => name === 'row_digest').map(({ table }) => table);
  const others = ['migrations', ...digested, ...(OWNERS.memberships ?? [])];
  const checked = columns.filter((column) => !others.includes(column.table) && !BEYOND.has(nameOf(column)));
  for (const column of checked) {
    const name = nameOf(column);
    const flip = await tamperer.flip(column, random, WITHIN[name], ONLY[name]);
    if (flip === undefined) unfound.push(`${name}: there is no value to change`);
    if (flip === undefined || flip === 'refused') continue;
    try {
      if ((await firstProblem(world)) === undefined) unfound.push(`${name}: ${flip.row}`);
    } finally {
      await flip.undo();
    }
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
  expect(await wrong()).toEqual([]);
});

test('P06 a changed bit of a cosignature in a final proof is found, wherever it is', async () => {
  const column = { table: 'certificate_proofs', name: 'xml', type: 'bytea' };
  /** Behind the log's own signature line, in base64. */
  const ofWitnesses = (bytes: Uint8Array): [number, number] => {
    const xml = Buffer.from(bytes).toString();
    const start = xml.indexOf('<Note>') + '<Note>'.length;
    const end = xml.indexOf('</Note>');
    const lines = Buffer.from(xml.slice(start, end), 'base64').toString().trimEnd().split('\n');
    const before = lines.slice(0, lines.findIndex((line) => line.startsWith('—')) + 1);
    return [start + Math.ceil((Buffer.byteLength(before.join('\n')) + 1) / 3) * 4, end];
  };
  for (let times = 0; times < 12; times++) {
    const flip = await tamperer.flip(column, random, ofWitnesses);
    if (typeof flip !== 'object') throw new Error(`There is no cosignature to change: ${flip}`);
    try {
      expect({ found: await wrong(), row: flip.row, seed: random.seed }).toMatchObject({
        found: ['proof_invalid'],
      });
    } finally {
      await flip.undo();
    }
  }
});

test('P40 one edited row of the audit log is found', async () => {
  const flip = await tamperer.flip({ table: 'audit_events', name: 'details', type: 'json' }, random);
  expect(await wrong()).toContain('audit_changed');
  if (typeof flip === 'object') await flip.undo();
});

test.for(['name', 'sha256'])(
  'P06 a changed %s of a migration is refused before anything else',
  async (name) => {
    const flip = await tamperer.flip({ table: 'migrations', name, type: 'text' }, random);
    const database = connect({ url: world.sello.database.url }, 1);
    await expect(migrate(database)).rejects.toThrow(/newer version|was changed/);
    await database.close();
    if (typeof flip === 'object') await flip.undo();
  },
);

test.for([
  'certificates',
  'certificate_tokens',
  'signing_chains',
  'certificate_codes',
  'certificate_search',
  'certificate_counts',
  'checkpoints',
  'chains',
  'log_entries',
  'log_keys',
  'log_ml_dsa_keys',
  'log_nodes',
  'log_places',
  'log_queue',
  'log_state',
  'api_keys',
  'api_key_secrets',
  'api_key_usage',
  'accounts',
  'audit_events',
  'audit_heads',
  'allowance_reservations',
  'url_keys',
])('P06 a row missing from %s is found', async (table) => {
  // A missing key of identifiers is found only if there are members: tests/security/identifiers-at-rest.test.ts.
  const rows = await tamperer.run(
    `select ctid::text from ${table} where ${table}::text not like '(lasting,%' order by ${table}::text`,
  );
  const { ctid } = rows[random.below(rows.length)] as { ctid: string };
  await tamperer.run(`create temporary table saved as select * from ${table} where ctid = '${ctid}'`);
  await tamperer.run(`delete from ${table} where ctid = '${ctid}'`);
  const codes = await wrong();
  await tamperer.run(`insert into ${table} select * from saved`);
  await tamperer.run('drop table saved');
  expect(codes, `seed ${random.seed}`).not.toEqual([]);
});

test('P06 a missing anchor is found by its transaction, and by proofs that depend on it', async () => {
  const [first] = await tamperer.run('select min(id) as id from anchors');
  await tamperer.run(`create temporary table saved as select * from anchors where id = ${first?.id}`);
  await tamperer.run(`delete from anchors where id = ${first?.id}`);
  const { codes, holds } = await fsck(world);
  await tamperer.run('insert into anchors select * from saved');
  await tamperer.run('drop table saved');
  expect(codes).toMatchObject({ anchor_missing: 1, proof_invalid: expect.any(Number) });
  expect(holds).toBe(false);
});

test.for([
  ['an anchor that is final taken for one that is not', `anchors set state = 'mined', final_at = null`],
  ['an anchor in a block taken for one that is under way', `anchors set state = 'sent'`],
  ['an anchor that lost its block', 'anchors set block_hash = null, header = null, nodes = null'],
  [
    'a revoked key that opens again',
    'api_keys set revoked_at = null, revoked_reason = null where revoked_at is not null',
  ],
  ['a closed account that is open again', 'accounts set closed_at = null where closed_at is not null'],
  ['certificates that were given away', 'accounts set certificates_left = certificates_left + 7'],
  [
    'certificates that were granted behind the audit log',
    'accounts set certificates_left = certificates_left + 7, certificates_granted = certificates_granted + 7',
  ],
  ['a title and what lists find it by', `certificates set title = 'Other'`],
  [
    'proofs of each other',
    `certificate_proofs p set xml = (select xml from certificate_proofs o where o.certificate_id <> p.certificate_id limit 1)`,
  ],
  [
    'time stamps of each other',
    `certificate_tokens t set tsr = (select tsr from certificate_tokens o where o.certificate_id <> t.certificate_id limit 1)`,
  ],
  [
    'keys of files of each other',
    `blob_keys b set wrapped = (select wrapped from blob_keys o where o.account_id <> b.account_id limit 1)`,
  ],
] as const)('P06 found: %s', async ([, change]) => {
  const [table] = change.split(' ') as [string];
  await tamperer.run(`create temporary table saved as select * from ${table}`);
  await tamperer.run(`update ${change}`);
  const codes = await wrong();
  await tamperer.run(`delete from ${table}`);
  await tamperer.run(`insert into ${table} select * from saved`);
  await tamperer.run('drop table saved');
  expect(codes).not.toEqual([]);
});

/** Flips one bit somewhere in a file; the result restores it. */
async function flipFile(file: string): Promise<() => Promise<void>> {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  const at = random.below(size);
  const before = Buffer.alloc(1);
  await handle.read(before, 0, 1, at);
  await handle.write(Buffer.of((before[0] ?? 0) ^ (1 << random.below(8))), 0, 1, at);
  return async () => {
    await handle.write(before, 0, 1, at);
    await handle.close();
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

test('P06 one flipped bit is found in any file: originals, keys of the authority, blocks and key of the chain', async () => {
  const originals = await filesBelow(path.join(world.sello.dataDir, 'files', 'files'));
  const chosen = [
    ...Array.from({ length: 4 }, () => originals[random.below(originals.length)] ?? ''),
    ...(await filesBelow(path.join(world.sello.dataDir, 'tsa'))),
    path.join(world.chain.folder, 'operator.key'),
    ...Array.from({ length: 6 }, () => path.join(world.chain.folder, 'blocks')),
  ];
  const unfound: string[] = [];
  for (const file of chosen) {
    const undo = await flipFile(file);
    if ((await firstProblem(world)) === undefined) unfound.push(file);
    await undo();
  }
  expect({ unfound, seed: random.seed }).toEqual({ unfound: [], seed: random.seed });
  expect(await wrong()).toEqual([]);
});
