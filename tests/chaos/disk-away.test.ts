import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SpawnedSello, spawnSello } from '../harness/child-sello.ts';
import { findHalves, NO_HALVES, temporaryFiles } from '../harness/find-halves.ts';
import { fileForm } from '../harness/multipart.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';

const run = promisify(execFile);
const TOLD_WITHIN_MS = 2_000 + 1_000;
const HEALTHY_WITHIN_MS = 5_000;
/** A file that fits on the small test disk once, but not twice. */
const LARGE = Buffer.alloc(10_000_000, 'large');

/** Only a privileged process can mount a disk that is really full or read-only. */
const CAN_MOUNT = canMount();

type Trouble = { what: string; begin(): Promise<void>; end(): Promise<void> };

let place: StormPlace;
let child: SpawnedSello;
let baseUrl: string;
let hasMount = false;
beforeEach(async () => {
  place = await openStormPlace('PostgreSQL, folder', 10);
  if (CAN_MOUNT) await mount();
  child = spawnSello('serve', place.env);
  baseUrl = `http://127.0.0.1:${await child.started}`;
});
afterEach(async () => {
  await child.kill('SIGTERM');
  if (hasMount) await run('umount', [filesFolder()]);
  hasMount = false;
  await place.close();
});

const filesFolder = () => path.join(place.dataDir, 'files');

const FULL: Trouble = CAN_MOUNT
  ? {
      what: 'a disk of 16 MB that is full',
      begin: () => writeFile(path.join(filesFolder(), 'ballast'), Buffer.alloc(15_900_000)).catch(() => {}),
      end: () => rm(path.join(filesFolder(), 'ballast')),
    }
  : {
      // A limit on the size of files makes writes fail (EFBIG) as on a full disk; any process may lower its own limit.
      what: 'a limit on the size of files',
      begin: () => limitFileSize('100000'),
      end: () => limitFileSize('unlimited'),
    };

const READ_ONLY: Trouble = CAN_MOUNT
  ? {
      what: 'a disk that is mounted read-only',
      begin: () => remount('ro'),
      end: () => remount('rw'),
    }
  : process.getuid?.() === 0
    ? { what: 'a plain file where the folder was', begin: replaceIncoming, end: putIncomingBack }
    : {
        what: 'a folder that may not be written to',
        begin: () => chmod(path.join(filesFolder(), 'incoming'), 0o500),
        end: () => chmod(path.join(filesFolder(), 'incoming'), 0o700),
      };

describe.for([FULL, READ_ONLY])('$what', ({ begin, end }) => {
  test('P04 503 in 2 s, nothing used up, reads continue, healthy 5 s after the repair without a restart', async () => {
    expect((await post(Buffer.from('small'), 'before')).status).toBe(201);
    await begin();
    for (const key of ['once', 'once', 'twice']) {
      const began = performance.now();
      const { status, body } = await post(LARGE, key);
      expect([status, body.error]).toEqual([503, 'storage_unavailable']);
      expect(performance.now() - began).toBeLessThan(TOLD_WITHIN_MS);
      expect(body.message).not.toMatch(/ENOSPC|EROFS|EFBIG|EACCES|\//);
    }
    const headers = { authorization: `Bearer ${place.key}` };
    const list = (await (await fetch(`${baseUrl}${API}/certificates`, { headers })).json()) as {
      pagination: { total: number };
    };
    expect(list.pagination.total).toBe(1);
    expect(await left()).toBe(9);

    await end();
    const repairedAt = performance.now();
    await expect
      .poll(async () => (await post(LARGE, 'once')).status, { timeout: HEALTHY_WITHIN_MS })
      .toBe(201);
    expect(performance.now() - repairedAt).toBeLessThan(HEALTHY_WITHIN_MS);
    expect(await left()).toBe(8);
    expect(await findHalves(place)).toEqual(NO_HALVES);
    // Polled, because the log writes its newest checkpoint here, and writes it to a temporary file first.
    await expect.poll(() => temporaryFiles(place.dataDir)).toEqual([]);
    expect(child.hasEnded).toBe(false);
  });
});

async function post(content: Buffer, idempotencyKey: string) {
  const form = fileForm(content);
  const answer = await fetch(`${baseUrl}${API}/certificates`, {
    method: 'POST',
    body: form.payload,
    headers: {
      authorization: `Bearer ${place.key}`,
      ...form.headers,
      'idempotency-key': idempotencyKey,
    },
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string; message?: string } };
}

async function left(): Promise<number> {
  const [row] = await place.query(
    'select certificates_left from accounts where id = $1',
    [place.account.id],
    'left',
  );
  return Number(row?.certificates_left);
}

async function mount(): Promise<void> {
  await rm(filesFolder(), { recursive: true, force: true });
  await mkdir(filesFolder());
  await run('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', filesFolder()]);
  hasMount = true;
}

/** Remounting is refused while a file is being written, so it is retried. */
async function remount(how: 'ro' | 'rw'): Promise<void> {
  await expect
    .poll(() => run('mount', ['-o', `remount,${how}`, filesFolder()]).then(Boolean), { timeout: 5_000 })
    .toBe(true);
}

async function limitFileSize(bytes: string): Promise<void> {
  await run('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
}

async function replaceIncoming(): Promise<void> {
  const folder = path.join(filesFolder(), 'incoming');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
}

async function putIncomingBack(): Promise<void> {
  const folder = path.join(filesFolder(), 'incoming');
  await rm(folder);
  await rename(`${folder}.away`, folder);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    // The mount is in a namespace of its own, so nothing of it remains.
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
