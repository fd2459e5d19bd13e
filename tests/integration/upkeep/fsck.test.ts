import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { decodeTimestampResponse } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../server/src/database/migrate.ts';
import { connect } from '../../../server/src/database/pool.ts';
import { OWNERS } from '../../architecture/table-owners.ts';
import { type BusySello, firstProblem, fsck, openBusySello } from '../../harness/busy-sello.ts';
import { type Column, openTamperer, type Tamperer } from '../../harness/flip-column.ts';
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

/** All columns of the tables of deliveries, events and reorganisations. */
const EVENT_COLUMNS = Object.entries({
  event_counts: 'account_id livemode total last_at watched news',
  events: 'account_id livemode number type at data',
  told_events: 'account_id subject at',
  log_reorganisations: 'network number from_size to_size at',
  webhook_cursors: `webhook_id account_id livemode created_through network stage certified_through events_through awaits
    due_at claimed_by streak paused_until failing_since is_slow`,
  webhook_deliveries: `id webhook_id account_id livemode event_id event_type status attempts created_at attempted_at
    next_try_at answer_status answer error duration_ms body`,
}).flatMap(([table, columns]) => columns.split(/\s+/).map((column) => `${table}.${column}`));

/**
 * Columns in which no change, or not every change, can be found, and why; docs/operations.md tells operators the same.
 * A new column is either checked by fsck, or its reason is given here and there.
 */
const BEYOND: Record<string, string> = {
  ...reason('a person chose it, and there is no second record of it', [
    'accounts.email',
    'accounts.name',
    'accounts.password_hash',
    'accounts.language',
    'accounts.time_zone',
  ]),
  ...reason('an operator chose it', [
    'accounts.max_rate_per_minute',
    'accounts.max_monthly_quota',
    'cosigners.is_asked',
    'log_keys.added_at',
    'log_keys.retired_at',
    'log_state.first_key_retired_at',
  ]),
  ...reason('no hash covers it; the answer that is kept for a day does', [
    'certificates.description',
    'certificates.file_mime',
    'certificates.external_id',
    'certificates.metadata',
    'certificates.stated_size',
    'batch_lots.items',
  ]),
  ...reason('an index beside: words that differ are found (`fsck-repair.test.ts`), how far it got is not', [
    'certificate_words.account_id',
    'certificate_words.livemode',
    'certificate_words.number',
    'certificate_words.words',
    'search_progress.account_id',
    'search_progress.livemode',
    'search_progress.indexed_to',
    'search_progress.changes',
  ]),
  ...reason('a secret or its hash: whoever does not know it cannot derive it', [
    'api_key_secrets.secret_hash',
    'api_key_secrets.hint',
    'recovery_codes.code_hash',
    'password_resets.token_hash',
    'address_changes.token_hash',
    'address_changes.basis',
    'sessions.token_hash',
  ]),
  ...reason('it lives for days at most, and nothing rests on it', [
    'sessions.created_at',
    'sessions.expires_at',
    'sessions.user_agent',
    'sessions.ip',
    'sessions.id',
    'sessions.last_seen_at',
    'password_resets.email',
    'password_resets.expires_at',
    'address_changes.email',
    'address_changes.expires_at',
    'sign_ups.token_hash',
    'sign_ups.email',
    'sign_ups.name',
    'sign_ups.language',
    'sign_ups.time_zone',
    'sign_ups.expires_at',
    'attempts.subject',
    'attempts.attempts',
    'attempts.window_ends_at',
    'second_factors.last_step',
    'idempotency_keys.operation',
    'idempotency_keys.key',
    'idempotency_keys.owner',
    'idempotency_keys.created_at',
    'idempotency_keys.headers',
    'idempotency_keys.body',
    'dashboard_uploads.account_id',
    'duties.name',
    'duties.number',
    'duties.holder',
    'duties.taken_at',
    'dashboard_uploads.uploaded_ms',
    'blob_erasures.account_id',
    'blob_erasures.sha256',
    'blob_erasures.created_at',
  ]),
  ...reason('a count of its own: only that it is possible can be checked', [
    'api_key_usage.chunk_ms',
    'api_key_usage.month_calls',
    'api_key_usage.last_used_at',
    'usage_days.day',
    'usage_days.certificates',
  ]),
  ...reason('only that it becomes another number matters', ['certificate_counts.erasures']),
  ...reason('too high it is found; too low it costs one more look', ['certificate_counts.erased_to']),
  ...reason('looks like what a crash leaves: a note', ['allowance_reservations.owner', 'batches.owner']),
  ...reason('tells when the provider is asked again, and nothing else', [
    'batches.outages',
    'batches.next_try_at',
  ]),
  ...reason('a time that our own clock gave, and no signature covers', [
    'accounts.page_opened_at',
    'certificates.file_erased_at',
    'certificates.changed_at',
    'batches.created_at',
    'batches.updated_at',
    'accounts.email_proven_at',
    'accounts.proven_login_at',
    'accounts.keys_in_doubt_since',
    'allowance_reservations.created_at',
    'anchors.signed_at',
    'anchors.mined_at',
    'anchors.final_at',
    'blob_keys.created_at',
    'calendar_stamps.next_try_at',
    'calendar_stamps.written_at',
    'calendar_stamps.pending_at',
    'calendar_stamps.complete_at',
    'checkpoint_stamps.period_start',
    'checkpoint_stamps.ordered_at',
    'checkpoint_stamps.next_try_at',
    'kept_revocation.day',
    'kept_revocation.kept_at',
    'chains.seen_at',
    'chain_problems.seen_at',
    'checkpoints.created_at',
    'migrations.applied_at',
    'url_keys.created_at',
  ]),
  ...reason('what was heard or went wrong last, until it is heard again', [
    'cosigners.failures',
    'cosigners.failure_code',
    'cosigners.failure_message',
    'cosigners.next_try_at',
    'calendars.failures',
    'calendars.failure_code',
    'calendars.failure_message',
    'calendars.next_try_at',
    'calendar_stamps.tries',
    'checkpoint_stamps.tries',
    'checkpoint_stamps.failure_code',
    'checkpoint_stamps.failure_message',
    'chains.head_number',
    'chain_problems.network',
    'chain_problems.problems',
  ]),
  ...reason('a hint for the operator, on which nothing depends', [
    'operator_notes.name',
    'operator_notes.noted_at',
    'operator_notes.details',
  ]),
  ...reason('a name within the database', ['allowance_reservations.id', 'anchors.id', 'calendar_stamps.id']),
  ...reason('what a calendar promises is its word until a block holds it', ['calendar_stamps.pending']),
  ...reason('what a provider knows an order by, and nobody else', ['checkpoint_stamps.order_id']),
  ...reason('words of a node', ['anchors.not_shown']),
  ...reason('there is none while nobody turns a second factor on', ['second_factors.pending_secret']),
  ...reason('its owner chose it; both values of every change are in the audit log', [
    'webhooks.id',
    'webhooks.account_id',
    'webhooks.livemode',
    'webhooks.url',
    'webhooks.events',
    'webhooks.description',
    'webhooks.status',
    'webhooks.disabled_reason',
    'webhooks.old_secret_ends_at',
    'webhooks.created_at',
    'webhooks.updated_at',
  ]),
  ...reason(
    'where deliveries stand: too low it is sent again, and too high the list of events still has it',
    ['certificate_counts.watched', 'certificate_counts.news', ...EVENT_COLUMNS],
  ),
  ...reason('there is none while nobody adds a passkey, and its owner alone could say what is right', [
    'passkeys.id',
    'passkeys.account_id',
    'passkeys.credential_id',
    'passkeys.public_key',
    'passkeys.counter',
    'passkeys.transports',
    'passkeys.name',
    'passkeys.is_backed_up',
    'passkeys.created_at',
    'passkeys.last_used_at',
    'passkey_challenges.holder',
    'passkey_challenges.purpose',
    'passkey_challenges.challenge_hash',
    'passkey_challenges.expires_at',
  ]),
};

function reason(why: string, columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, why]));
}

/** Where in a value a change counts; docs/operations.md explains the rest. */
const WITHIN: Record<string, (bytes: Uint8Array) => [from: number, to: number]> = {
  // The status around the token is covered by no signature.
  'certificate_tokens.tsr': (bytes) => {
    const { der } = decodeTimestampResponse(bytes).token!;
    return [bytes.length - der.length, bytes.length];
  },
  // No leaf covers this token, so only what its signature covers does.
  'checkpoint_stamps.tsr': (bytes) => {
    const { infoDer } = decodeTimestampResponse(bytes).token!;
    const from = Buffer.from(bytes).indexOf(infoDer);
    return [from, from + infoDer.length];
  },
  // In real blocks Bitcoin's proof of work protects the other bytes; this test's blocks have almost none.
  'calendar_stamps.header': () => [36, 68],
};

/** Rows whose value can be compared with something. */
const ONLY: Record<string, string> = {
  // The file of the others is gone, and the size is no part of their evidence.
  'certificates.file_size': 'file_erased_at is null',
};

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

test('P06 one changed value is found, in any column', { timeout: 300_000 }, async () => {
  const columns = await tamperer.columns();
  expect(Object.keys(BEYOND).filter((name) => !columns.some((column) => nameOf(column) === name))).toEqual(
    [],
  );
  const unfound: string[] = [];
  // Those of members have a test of their own.
  const others = ['migrations', ...(OWNERS.memberships ?? [])];
  const checked = columns.filter((column) => !others.includes(column.table) && !(nameOf(column) in BEYOND));
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
  // The key of identifiers is missed where members are: tests/security/identifiers-at-rest.test.ts.
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
