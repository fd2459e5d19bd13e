import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../../server/src/database/migrate.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import { makeKeyWrapping } from '../../../server/src/kernel/wrapping/key-wrapping.ts';
import { makeMerkleLogStore } from '../../../server/src/transparency/pg-log.ts';
import { openLog, sequenceLog } from '../../../server/src/transparency/sequence-log.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

const FOLDER = new URL('../../../server/migrations/', import.meta.url);
const THIS_ONE = '0007_log_places.sql';

const name = `places_${randomBytes(6).toString('hex')}`;
let admin: Database;
let database: Database;
beforeAll(async () => {
  admin = connect(inject('postgres'), 1);
  await admin.query(`create database ${name} template template0`, [], 'create');
  database = connect({ ...inject('postgres'), database: name }, 3);
});
afterAll(async () => {
  await database.close();
  await admin.query(`drop database ${name} with (force)`, [], 'drop');
  await admin.close();
});

const query = (text: string, params: unknown[] = []) =>
  database.query(text, params, createHash('md5').update(text).digest('hex'));

/** The earlier schema, with the record of applied migrations. */
async function applyEarlier(): Promise<void> {
  await query(
    'create table migrations (name text primary key, sha256 text, applied_at timestamptz default now())',
  );
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < THIS_ONE).sort();
  for (const file of files) {
    const sql = await readFile(new URL(file, FOLDER), 'utf8');
    await database.transaction((run) => run(sql));
    const sha256 = createHash('sha256').update(sql).digest('hex');
    await query('insert into migrations (name, sha256) values ($1, $2)', [file, sha256]);
  }
}

async function insertCertificate(number: number, leafIndex: number | undefined): Promise<void> {
  await query(
    `insert into certificates (account_id, id, livemode, number, code, title, file_name, file_mime, file_size, sha256,
       psc, tst_serial, policy_oid, gen_time, accredited, warnings, leaf_index, created_at)
     values ('acct', $1, true, $2, $4, '', '', '', 1, sha256('\\x00'), '', '', '', '', false, '[]', $3, now())`,
    [`cert_${number}`, number, leafIndex, String(number)],
  );
}

test('places and waiting leaves of the older schema are migrated', async () => {
  await applyEarlier();
  // Three have a place, in a different order from their numbers; two wait, one of them with the lowest ticket of all.
  for (const [number, leafIndex] of [
    [1, undefined],
    [2, 1],
    [3, 0],
    [4, 2],
    [5, undefined],
  ] as const) {
    await insertCertificate(number, leafIndex);
  }
  await query(
    `insert into log_queue (id, account_id, certificate_id, leaf_hash) overriding system value
     select number, account_id, id, sha256 from certificates where leaf_index is null`,
  );
  const ports = {
    merkleLog: makeMerkleLogStore(database),
    crypto: nodeCryptoEngine,
    keyWrapping: makeKeyWrapping([randomBytes(32)], randomBytes, true),
    now: () => new Date(0),
    // Nothing was kept beside files yet.
    pastGuard: { assertContinues: async () => {} },
  };
  // The earlier version stored the key without wrapping it.
  const bare = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
  await query('insert into log_state (origin, signing_key) values ($1, $2)', ['old/log', bare]);
  const frontier = [1, 2].map((byte) => Buffer.alloc(32, byte));
  await query('update log_state set size = 3, frontier = $1', [frontier]);
  for (const [level, hashes] of [3, 1].entries()) {
    await query('insert into log_nodes values ($1, 0, $2)', [level, Buffer.alloc(hashes * 32, level)]);
  }

  await migrate(database);
  const identity = await openLog(ports, 'new/log', { signsMlDsa: true });
  expect(identity.origin).toBe('old/log');
  const places = () =>
    query(
      'select number, leaf_index from certificates left join lateral log_place(ticket) on true order by number',
    );
  const before = [null, 1, 0, 2, null];
  expect((await places()).map(({ leaf_index }) => leaf_index)).toEqual(before);

  expect(await sequenceLog(ports, identity, await turnByHand(database))).toBe(2);
  const after = (await places()).map(({ leaf_index }) => leaf_index);
  expect(after).toEqual([after[0], 1, 0, 2, after[0] === 3 ? 4 : 3]);

  // The next certificate gets an unused ticket.
  const [next] = await query(`insert into log_queue (leaf_hash) values ('') returning id`);
  expect(await query('select from certificates where ticket >= $1', [next!.id])).toEqual([]);
});

test('a certificate without a ticket is refused', async () => {
  const insert = query(
    `insert into certificates select 'other', id, livemode, number, code, key_id, title, description, document_type,
       file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited,
       warnings, null, created_at from certificates`,
  );
  await expect(insert).rejects.toThrow('certificates_ticket');
});
