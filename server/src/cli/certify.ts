/** `sello certify FILE…`: certifies files and folders against a server and writes the proofs beside them. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CertificateRecord } from '../certificates/certificate-record.ts';
import { type ApiClient, type FileToCertify, makeApiClient } from './api-client.ts';
import { makeProgressBar, type ProgressBar } from './progress-bar.ts';
import type { Terminal } from './terminal.ts';
import { CommandFailed, readArguments, required, UsageError } from './usage.ts';

const OPTIONS = { wait: { type: 'boolean' }, out: { type: 'string' } } as const;

/** Written beside a file; a later run knows by the record that the file is done. */
const RECORD = '.sello.json';

/** Longest wait of `--wait` for one certificate to be anchored. */
const MAX_WAIT_MS = 30 * 60_000;
const WAIT_STEP_MS = 2_000;

export async function certifyCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new UsageError('Name at least one file or folder to certify.');
  const url = required(terminal.env.SELLO_URL, 'The setting SELLO_URL (the address of the server)');
  const key = required(terminal.env.SELLO_API_KEY, 'The setting SELLO_API_KEY');
  const files = await listFiles(positionals);
  const bar = makeProgressBar(terminal);
  const client = makeApiClient(url, key, bar.say);
  let failed = 0;
  try {
    for (const [index, file] of files.entries()) {
      try {
        await certifyOne(client, file, values, `${index + 1}/${files.length}`, bar);
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        failed += 1;
        bar.say(`✗ ${file}  ${error.message}`);
      }
    }
  } finally {
    bar.end();
    await client.close();
  }
  if (failed > 0)
    throw new CommandFailed(
      `${failed} of ${files.length} files were not certified. Run the same command again to continue.`,
    );
}

async function certifyOne(
  client: ApiClient,
  file: string,
  options: { wait?: boolean; out?: string },
  position: string,
  bar: ProgressBar,
): Promise<void> {
  const name = path.basename(file);
  const target = path.join(options.out ?? path.dirname(file), name);
  const { size } = await stat(file);
  const sha256 = await digestOf(file, (done) => bar.show(`${position} ${name}`, 'hashing', done / size));
  const done = await readRecord(target, sha256);
  let record = done;
  if (record === undefined) {
    const upload: FileToCertify = { path: file, name, sizeBytes: size, sha256 };
    record = await client.certify(upload, (sent) =>
      bar.show(`${position} ${name}`, sent < size ? 'sending' : 'stamping', sent / size),
    );
    const { tsr, chainPem } = await client.nom151(record.id);
    await mkdir(path.dirname(target), { recursive: true });
    await writeWhole(`${target}.tsr`, tsr);
    await writeWhole(`${target}.chain.pem`, chainPem);
    // Last: a record implies that the proofs beside it are complete.
    await writeWhole(target + RECORD, `${JSON.stringify(record, null, 2)}\n`);
  }
  if (options.wait && record.status !== 'certified')
    record = await waitUntilAnchored(client, target, record, position, bar);
  const state = done === undefined ? '' : ' (already done)';
  bar.say(`✓ ${file}  ${record.id}  ${record.status} ${record.nom151.gen_time}${state}`);
}

async function waitUntilAnchored(
  client: ApiClient,
  target: string,
  record: CertificateRecord,
  position: string,
  bar: ProgressBar,
): Promise<CertificateRecord> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += WAIT_STEP_MS) {
    bar.show(`${position} ${path.basename(target)}`, 'anchoring', undefined);
    const proof = await client.rawProof(record.id, 'blockchain');
    if (proof !== undefined) {
      const anchored = await client.certificate(record.id);
      await writeWhole(`${target}.xml`, proof);
      await writeWhole(target + RECORD, `${JSON.stringify(anchored, null, 2)}\n`);
      return anchored;
    }
    await sleep(WAIT_STEP_MS);
  }
  throw new CommandFailed('It is stamped, but not anchored yet. Run the same command again later.');
}

/** Files as given; folders recursively, without our own proofs and hidden files. */
async function listFiles(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    const info = await stat(name).catch(() => undefined);
    if (info === undefined) throw new UsageError(`There is no file or folder ${name}.`);
    if (!info.isDirectory()) files.push(name);
    else files.push(...(await listFolder(name)));
  }
  return files;
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const all = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const certified = new Set(
    all.filter((file) => file.endsWith(RECORD)).map((file) => file.slice(0, -RECORD.length)),
  );
  const isProof = (file: string) =>
    [RECORD, '.tsr', '.chain.pem', '.xml'].some(
      (ending) => file.endsWith(ending) && certified.has(file.slice(0, -ending.length)),
    );
  return all
    .filter(
      (file) =>
        !isProof(file) &&
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => part.startsWith('.')),
    )
    .sort();
}

async function readRecord(target: string, sha256: string): Promise<CertificateRecord | undefined> {
  const text = await readFile(target + RECORD, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const record = JSON.parse(text) as CertificateRecord;
    // The file has changed since: certify it again.
    return record.file.sha256 === sha256 ? record : undefined;
  } catch {
    return undefined;
  }
}

async function digestOf(file: string, onProgress: (doneBytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let done = 0;
  await pipeline(
    createReadStream(file, { highWaterMark: 1 << 20 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        done += chunk.length;
        onProgress(done);
      }
    },
  );
  return hash.digest('hex');
}

/** An interrupted run leaves no half-written proof. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}
