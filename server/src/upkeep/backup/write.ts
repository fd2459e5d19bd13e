/**
 * A consistent copy of everything, made while servers run: first a snapshot of the database; then the files that its
 * rows name, which were written before the rows; then the embedded chain, which may be ahead of the rows but never behind.
 */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { readBlockFile } from '../../anchoring/embedded-chain/file.ts';
import type { DatabaseAddress } from '../../database/pool.ts';
import { number, text, textList } from '../../database/row-reader.ts';
import { openSnapshot, type Snapshot } from '../../database/snapshot.ts';
import type { BlobInventory, BlobName, BlobStore } from '../../files/ports.ts';
import { namesIn } from '../../kernel/disk/folder.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import { type BackupManifest, type BackupTable, hashFile, SUMS, writeManifest } from './manifest.ts';

type BackupNeeds = {
  address: DatabaseAddress;
  /** Files as stored: encrypted ones stay encrypted. */
  stored: BlobStore & Pick<BlobInventory, 'link'>;
  dataDir: string;
  onProgress(what: string, done: number | undefined): void;
};

export async function writeBackup(needs: BackupNeeds, folder: string): Promise<BackupManifest> {
  await makeEmptyFolder(folder);
  const sums = openSums(folder);
  const list = path.join(folder, 'files.list');
  const database = await copyDatabase(needs, folder, sums, list);
  const damaged = await copyFiles(needs, folder, sums, list);
  await rm(list);
  await copyAuthority(needs, folder, sums);
  await copyChain(needs, folder, sums);
  const manifest: BackupManifest = { format: 1, ...database, ...(await sums.end()), damaged };
  await writeManifest(folder, manifest);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new OperatorError({
      en: `${folder} is not empty. Name a folder that is, or that does not exist yet.`,
      es: `${folder} no está vacía. Indique una carpeta vacía o que aún no exista.`,
    });
  }
  // The backup holds keys.
  await chmod(folder, 0o700);
}

// ── The list of hashes ───────────────────────────────────────────────────────

type Sums = {
  add(name: string, sha256: string): Promise<void>;
  end(): Promise<Pick<BackupManifest, 'files' | 'sumsSha256'>>;
};

function openSums(folder: string): Sums {
  const file = path.join(folder, SUMS);
  const stream = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const failed = finished(stream);
  failed.catch(() => {});
  let files = 0;
  return {
    async add(name, sha256) {
      files += 1;
      if (!stream.write(`${sha256}  ${name}\n`)) {
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), failed]);
      }
    },
    async end() {
      stream.end();
      await failed;
      return { files, sumsSha256: await hashFile(file, SUMS) };
    },
  };
}

/** Writes a stream to a new file and syncs it; returns its hash. */
async function writeHashed(file: string, source: Readable): Promise<string> {
  const digest = createHash('sha256');
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(source, hashing(digest), target);
  return digest.digest('hex');
}

function hashing(digest: Hash): Transform {
  return new Transform({
    transform(chunk, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
}

// ── Database ─────────────────────────────────────────────────────────────────

type CopiedDatabase = Pick<BackupManifest, 'takenAt' | 'migrations' | 'tables' | 'sequences'>;

/** All tables from one snapshot, which is closed as soon as they are copied. */
async function copyDatabase(
  { address, onProgress }: BackupNeeds,
  folder: string,
  sums: Sums,
  list: string,
): Promise<CopiedDatabase> {
  const snapshot = await openSnapshot(address);
  try {
    const migrations = await readSchema(snapshot);
    await mkdir(path.join(folder, 'database'), { mode: 0o700 });
    const found = await findTables(snapshot);
    const tables: BackupTable[] = [];
    for (const table of found) {
      onProgress('database', tables.length / found.length);
      const name = `database/${table.name}.copy`;
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const rows = snapshot.copyOut(`select ${columns} from "${table.name}"`);
      await sums.add(name, await writeHashed(path.join(folder, name), rows));
      tables.push({ ...table, rows: rows.rowCount });
    }
    const files = `select distinct account_id, encode(sha256, 'hex') from certificates order by 1, 2`;
    await pipeline(snapshot.copyOut(files), privateFile(list));
    return {
      takenAt: snapshot.takenAt.toISOString(),
      migrations,
      tables,
      sequences: await readSequences(snapshot),
    };
  } finally {
    await snapshot.close();
  }
}

async function readSchema(snapshot: Snapshot): Promise<BackupManifest['migrations']> {
  const [known] = await snapshot.query('', `select to_regclass('migrations') is not null as is_there`, []);
  if (known?.is_there !== true) {
    throw new OperatorError({
      en: 'There is nothing to back up: the database is empty. Name the right one with DATABASE_URL=… or SELLO_DATA_DIR=….',
      es: 'No hay nada que respaldar: la base de datos está vacía. Indique la correcta con DATABASE_URL=… o SELLO_DATA_DIR=….',
    });
  }
  const rows = await snapshot.query('', 'select name, sha256 from migrations order by name', []);
  return rows.map((row) => ({ name: text(row, 'name'), sha256: text(row, 'sha256') }));
}

async function findTables(snapshot: Snapshot): Promise<Omit<BackupTable, 'rows'>[]> {
  const rows = await snapshot.query(
    '',
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
    [],
  );
  return rows.map((row) => ({ name: text(row, 'name'), columns: textList(row, 'columns') }));
}

/** Sequences ignore snapshots: read after the tables, so that no copied row has a higher number. */
async function readSequences(snapshot: Snapshot): Promise<BackupManifest['sequences']> {
  const rows = await snapshot.query(
    '',
    `select sequencename as name, last_value from pg_sequences
      where schemaname = current_schema() and last_value is not null order by 1`,
    [],
  );
  return rows.map((row) => ({ name: text(row, 'name'), lastValue: number(row, 'last_value') }));
}

// ── Files ────────────────────────────────────────────────────────────────────

/** Copies the files that the list names; returns those already missing or damaged. */
async function copyFiles(needs: BackupNeeds, folder: string, sums: Sums, list: string): Promise<string[]> {
  const total = await countLines(list);
  const damaged: string[] = [];
  let done = 0;
  for await (const line of linesOf(list)) {
    const [accountId, sha256] = line.split('\t') as [AccountId, Sha256Hex];
    const names = await storedNames(needs.stored, accountId, sha256);
    if (names.length === 0) damaged.push(`files/${accountId}/${sha256.slice(0, 2)}/${sha256}`);
    for (const name of names) {
      const copied = `files/${accountId}/${sha256.slice(0, 2)}/${name}`;
      const hashed = await copyBlob(needs.stored, accountId, name, path.join(folder, copied));
      // Without the key, the content of an encrypted file cannot be checked here.
      if (name === sha256 && hashed !== sha256) damaged.push(copied);
      await sums.add(copied, hashed);
    }
    done += 1;
    needs.onProgress('files', done / total);
  }
  return damaged;
}

async function storedNames(stored: BlobStore, accountId: AccountId, sha256: Sha256Hex): Promise<BlobName[]> {
  const names: BlobName[] = [`${sha256}.sealed`, sha256];
  const sizes = await Promise.all(names.map((name) => stored.sizeOf(accountId, name)));
  return names.filter((_, i) => sizes[i] !== undefined);
}

async function copyBlob(
  stored: BackupNeeds['stored'],
  accountId: AccountId,
  name: BlobName,
  target: string,
): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  if (await stored.link?.(accountId, name, target)) return hashFile(target, name);
  const source = await stored.open(accountId, name);
  if (source === undefined) throw new Error(`${name} disappeared while it was being copied`);
  return writeHashed(target, source);
}

async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const _ of linesOf(file)) lines += 1;
  return lines;
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

function privateFile(file: string): WriteStream {
  return createWriteStream(file, { mode: 0o600, flags: 'wx' });
}

// ── Embedded parts ───────────────────────────────────────────────────────────

async function copyAuthority({ dataDir }: BackupNeeds, folder: string, sums: Sums): Promise<void> {
  for (const kind of await namesIn(path.join(dataDir, 'tsa'))) {
    // Left unfinished by a crash; nothing reads it.
    if (kind.includes('-')) continue;
    await mkdir(path.join(folder, 'tsa', kind), { recursive: true, mode: 0o700 });
    for (const file of await namesIn(path.join(dataDir, 'tsa', kind))) {
      const name = `tsa/${kind}/${file}`;
      await sums.add(
        name,
        await writeHashed(path.join(folder, name), createReadStream(path.join(dataDir, name))),
      );
    }
  }
}

/** Complete blocks only: one that is being written at this moment is left out. */
async function copyChain({ dataDir, onProgress }: BackupNeeds, folder: string, sums: Sums): Promise<void> {
  onProgress('chain', undefined);
  const blocks = path.join(dataDir, 'chain', 'blocks');
  const names = await namesIn(path.join(dataDir, 'chain'));
  if (!names.includes('blocks') || !names.includes('operator.key')) return;
  const { endBytes, rest } = await readBlockFile(blocks, () => {});
  if (rest === 'damaged') {
    throw new OperatorError({
      en: `The embedded chain is damaged at byte ${endBytes} of ${blocks}. Restore its file from an earlier backup.`,
      es: `La cadena integrada está dañada en el byte ${endBytes} de ${blocks}. Recupere su archivo de un respaldo anterior.`,
    });
  }
  await mkdir(path.join(folder, 'chain'), { mode: 0o700 });
  const key = createReadStream(path.join(dataDir, 'chain', 'operator.key'));
  await sums.add('chain/operator.key', await writeHashed(path.join(folder, 'chain/operator.key'), key));
  if (endBytes === 0) return;
  const whole = createReadStream(blocks, { end: endBytes - 1 });
  await sums.add('chain/blocks', await writeHashed(path.join(folder, 'chain/blocks'), whole));
}
