/**
 * `sello recover` in difficult cases: certificates made since then, missing accounts, encrypted files in a bucket,
 * gaps.
 */

import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { verifyConsistency, verifyInclusion } from '@sello/proof';
import { afterEach, describe, expect, test } from 'vitest';
import { eraseExpiredFiles } from '../../../server/src/certificates/erasing/erase-files.ts';
import { fsckCommand } from '../../../server/src/cli/fsck.ts';
import { recoverCommand } from '../../../server/src/cli/recover/recover.ts';
import { CommandFailed } from '../../../server/src/cli/shared/usage.ts';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import type { Sha256Hex } from '../../../server/src/kernel/sha256.ts';
import type { Environment } from '../../../server/src/settings.ts';
import { PastLost } from '../../../server/src/transparency/rollback/past-guard.ts';
import {
  proveConsistency,
  proveInclusion,
  sequenceLog,
} from '../../../server/src/transparency/sequence-log.ts';
import { readKnownLogs } from '../../../server/src/transparency/witness-server/known-logs.ts';
import {
  offerCheckpoint,
  SAME_OFFER_MS,
} from '../../../server/src/transparency/witnesses/offer-checkpoints.ts';
import { forgetOldJournal } from '../../../server/src/upkeep/journal/forget-journal.ts';
import { copyDatabase } from '../../harness/old-database.ts';
import { openS3Server } from '../../harness/s3-server.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { startTestWitness } from '../../harness/test-witness.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(env: Environment = {}): Promise<TestSello> {
  const sello = await openTestSello(env);
  closers.push(() => sello.close());
  return sello;
}

async function copyOf(sello: TestSello) {
  const old = await copyDatabase(sello.database);
  closers.push(() => old.drop());
  return old;
}

/** Sequences what waits, and keeps it beside the files as the worker does. */
async function sequence(sello: TestSello): Promise<void> {
  await sello.sequence();
  await sello.ports.pastKeeper.keep(true);
}

async function certifyMany(sello: TestSello, key: string, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push((await sello.certify(key, name)).id);
  await sequence(sello);
  return ids;
}

/** Runs the command on the database of a Sello; resolves with all that it prints, and whether it failed. */
async function run(
  command: typeof recoverCommand,
  { database, dataDir }: TestSello,
  args: string[] = [],
  env: Environment = {},
): Promise<{ out: string; failed: unknown }> {
  const said: string[] = [];
  const terminal = {
    env: { DATABASE_URL: database.url, SELLO_DATA_DIR: dataDir, ...env },
    write: (text: string) => said.push(text),
    out: (line: string) => said.push(line),
    error: (line: string) => said.push(line),
    status: undefined,
  };
  const failed = await command(args, terminal).catch((error) => error);
  return { out: said.join('\n'), failed };
}

async function expectHolds(sello: TestSello, env: Environment = {}): Promise<void> {
  const { out, failed } = await run(fsckCommand, sello, [], env);
  expect(out).toContain('No problems found.');
  expect(failed).toBeUndefined();
}

const found = async (sello: TestSello, key: string, id: string) =>
  (await sello.call('GET', `${API}/certificates/${id}`, { key })).status;

describe('a running server whose database is replaced by an older one', () => {
  test('P93 notices, signs nothing, certifies nothing and removes nothing', async () => {
    const sello = await open();
    const { key, account } = await sello.newAccount({ key: { mode: 'test' } });
    await certifyMany(sello, key, ['a', 'b']);
    const old = await copyOf(sello);
    await certifyMany(sello, key, ['c', 'd', 'e']);
    await old.putBack();
    // One more certificate is made before any process notices the loss; it waits for its place.
    await sello.certify(key, 'in between');
    await expect(sello.sequence()).rejects.toThrow(PastLost);
    expect((await sello.ports.merkleLog.latestCheckpoint())?.size).toBe(2);
    const refused = await sello.call('GET', '/readyz?part=certifying');
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('leaves 2 to 4');
    await expect(sello.certify(key, 'refused')).rejects.toThrow('503');
    expect(await sello.world.metrics.read()).toContain('sello_past_lost 1');
    // Expired files stay, and so does the old journal.
    const later = new Date(sello.ports.now().getTime() + 31 * 86_400_000);
    await expect(eraseExpiredFiles({ ...sello.ports, now: () => later }, sello.config)).rejects.toThrow(
      PastLost,
    );
    expect(await forgetOldJournal({ ...sello.ports, database: sello.database, now: () => later }, 1)).toBe(0);
    expect(await sello.ports.blobs.sizeOf(account.id, sha256Of('a'))).toBe(1);
  });

  test('P94 certificates made in between come last, and lose an external id that is taken', async () => {
    const sello = await open();
    const { key, account } = await sello.newAccount();
    const before = await certifyMany(sello, key, ['a', 'b']);
    await sello.certify(key, 'placed later');
    const old = await copyOf(sello);
    const { id: named } = await sello.certify(key, 'c', { external_id: 'order 7' });
    const lost = [named, ...(await certifyMany(sello, key, ['d', 'e']))];
    const signed = await sello.ports.merkleLog.latestCheckpoint();
    await old.putBack();
    const { id: again } = await sello.certify(key, 'c', { external_id: 'order 7' });
    const { id: between } = await sello.certify(key, 'in between');
    await sello.stop();

    const plan = await run(recoverCommand, sello);
    expect(plan.out).toContain('places: 3, of 1 accounts');
    expect(plan.out).toContain('get their place back: 1.');
    expect(plan.out).toContain('which get new numbers: 2.');
    const done = await run(recoverCommand, sello, ['--apply']);
    expect(done.failed).toBeUndefined();
    expect(done.out).toContain(`returned their external id to a recovered certificate: 1.\n  ${again}`);
    await expectHolds(sello);

    const next = await sello.another();
    for (const id of [...before, ...lost, again, between]) expect(await found(next, key, id)).toBe(200);
    const listed = await next.call('GET', `${API}/certificates?external_id=order+7`, { key });
    expect(listed.body.certificates.map(({ id }: { id: string }) => id)).toEqual([named]);
    expect(await next.certificatesLeft(account)).toBe(1_000 - 8);
    await expectContinues(next, signed!);
    expect((await next.ports.merkleLog.latestCheckpoint())?.size).toBe(8);
    await next.stop();
    await expectHolds(sello);
  });
});

/** Sequences what waits: the log must extend what was signed, and show every earlier leaf at its place. */
async function expectContinues(sello: TestSello, signed: { size: number; root: Uint8Array }): Promise<void> {
  await sequence(sello);
  const latest = (await sello.ports.merkleLog.latestCheckpoint())!;
  expect(latest.size).toBeGreaterThan(signed.size);
  const consistency = await proveConsistency(sello.ports, signed.size, latest.size);
  expect(await verifyConsistency(nodeCryptoEngine, signed, latest, consistency)).toBe(true);
  const rows = await sello.database.query(
    `select t.leaf_hash, p.leaf_index from certificates c cross join lateral log_place(c.ticket) p
       join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id where p.leaf_index < $1`,
    [signed.size],
    'leaves',
  );
  expect(rows).toHaveLength(signed.size);
  for (const { leaf_hash, leaf_index } of rows) {
    const index = Number(leaf_index);
    const siblings = await proveInclusion(sello.ports, index, signed.size);
    const proof = { leaf: leaf_hash as Uint8Array, index, size: signed.size, path: siblings };
    expect(await verifyInclusion(nodeCryptoEngine, proof, signed.root)).toBe(true);
  }
}

test('P94 an unknown account is restored with its certificates and its encrypted files, from a bucket', async () => {
  const s3 = await openS3Server();
  closers.push(() => s3.close());
  const env = { ...s3.env, SELLO_BLOB_KEY: randomBytes(32).toString('base64') };
  const sello = await open(env);
  const first = await sello.newAccount();
  await certifyMany(sello, first.key, ['a']);
  const old = await copyOf(sello);
  const second = await sello.newAccount({ certificates: 7 });
  const lost = await certifyMany(sello, second.key, ['b', 'c']);
  // Anyone who may read the bucket reads no title.
  const keys = await s3.keys();
  expect(keys.filter((key) => key.startsWith('log/')).toSorted()).toEqual([
    'log/checkpoint',
    expect.stringMatching(/^log\/journal\/\d+\/\d+-\d+$/),
    expect.stringMatching(/^log\/journal\/\d+\/\d+-\d+$/),
  ]);
  await old.putBack();
  await sello.stop();
  expect((await run(recoverCommand, sello, [], env)).out).toContain(
    `with name and e-mail only: 1.\n  ${second.account.id}`,
  );
  const done = await run(recoverCommand, sello, ['--apply'], env);
  expect(done.failed).toBeUndefined();
  expect(done.out).toContain('grants were lost too');
  await expectHolds(sello, env);
  const next = await sello.another();
  const { key } = await next.newKey(second.account);
  for (const id of lost) expect(await found(next, key, id)).toBe(200);
  const stream = await next.ports.blobs.open(second.account.id, sha256Of('b'));
  expect(Buffer.concat((await stream?.toArray()) ?? []).toString()).toBe('b');
  expect(await next.certificatesLeft(second.account)).toBe(0);
});

describe('what cannot be restored', () => {
  test('a gap in the journal is named, nothing is changed, and the operator is told what can still be done', async () => {
    const sello = await open();
    const { key } = await sello.newAccount();
    await certifyMany(sello, key, ['a']);
    const old = await copyOf(sello);
    await certifyMany(sello, key, ['b', 'c']);
    const [, second = ''] = await sello.ports.kept.list('journal/');
    await certifyMany(sello, key, ['d']);
    await old.putBack();
    await sello.stop();
    await rm(path.join(sello.dataDir, 'files', 'log', second));
    const { out, failed } = await run(recoverCommand, sello, ['--apply']);
    expect(failed).toBeInstanceOf(CommandFailed);
    expect(out).toContain(
      'It cannot be put back: the journal has no leaves of these places (leaves 1 to 2).',
    );
    expect(out).toContain('sello recover --accept-loss continues with this database');

    const accepted = await run(recoverCommand, sello, ['--accept-loss']);
    expect(accepted.out).toContain('The other history is in log/abandoned/');
    await expectHolds(sello);
    const next = await sello.another();
    await certifyMany(next, key, ['e']);
    expect(await next.ports.kept.list('abandoned/')).toHaveLength(2);
    await next.stop();
    await expectHolds(sello);
  });

  test('two signed histories are not joined', async () => {
    const sello = await open();
    const { key } = await sello.newAccount();
    await certifyMany(sello, key, ['a']);
    const old = await copyOf(sello);
    await certifyMany(sello, key, ['b']);
    await old.putBack();
    await sello.certify(key, 'another b');
    // Goes on with the log without looking at the past, as a server of an earlier version would.
    const unguarded = { ...sello.ports, pastGuard: { assertContinues: async () => {} } };
    await sequenceLog(unguarded, sello.identity, await turnByHand(sello.database));
    await sello.stop();
    const checked = await run(fsckCommand, sello);
    expect(checked.failed).toBeInstanceOf(CommandFailed);
    expect(checked.out).toContain('which has another history of the same log');
    const { out, failed } = await run(recoverCommand, sello, ['--apply']);
    expect(failed).toBeInstanceOf(CommandFailed);
    expect(out).toContain('one database cannot have both');
  });

  test('files that were certified just before the loss, or never, are listed', async () => {
    const sello = await open();
    const { key } = await sello.newAccount();
    await certifyMany(sello, key, ['a']);
    const old = await copyOf(sello);
    await certifyMany(sello, key, ['b']);
    await sello.certify(key, 'never sequenced');
    await old.putBack();
    await sello.stop();
    const { out } = await run(recoverCommand, sello, ['--apply']);
    expect(out).toContain('has to certify them again: 1.');
    expect(out).toContain(sha256Of('never sequenced'));
  });
});

test('P93 a witness that has cosigned more than the database contains reveals the loss; a silent witness proves nothing', async () => {
  const logs = new Map();
  const witness = await startTestWitness('witness.example/past', logs);
  let isThere = true;
  closers.push(async () => isThere && witness.close());
  const env = { SELLO_WITNESSES: witness.setting };
  const sello = await open(env);
  for (const [origin, keys] of await readKnownLogs({ crypto: nodeCryptoEngine }, `${sello.identity.vkey}\n`))
    logs.set(origin, keys);
  const { key } = await sello.newAccount();
  await certifyMany(sello, key, ['a']);
  const old = await copyOf(sello);
  await certifyMany(sello, key, ['b', 'c']);
  sello.advance(SAME_OFFER_MS);
  const [asked] = sello.ports.witnesses.all;
  expect(await offerCheckpoint(sello.ports, asked!)).toBe(true);
  await sello.stop();
  await expectHolds(sello, env);
  await old.putBack();
  // As if nothing had been kept beside the files.
  await rm(path.join(sello.dataDir, 'files', 'log'), { recursive: true });
  const { out, failed } = await run(fsckCommand, sello, [], env);
  expect(failed).toBeInstanceOf(CommandFailed);
  expect(out).toContain(
    'witness witness.example/past: Leaves 1 to 2: signed and not in this database; this witness has cosigned 3 leaves',
  );
  await witness.close();
  isThere = false;
  const silent = await run(fsckCommand, sello, [], env);
  expect(silent.failed).toBeUndefined();
  expect(silent.out).toContain('What it has cosigned cannot be compared');
});

function sha256Of(content: string): Sha256Hex {
  return createHash('sha256').update(content).digest('hex') as Sha256Hex;
}
