/**
 * A database from the past replaces the right one, with the real program: follows the steps of `docs/operations.md`.
 */

import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, runSello, startChildSello } from '../../harness/child-sello.ts';
import { ACTS_ON } from '../../harness/inside-sello.ts';
import { multipart } from '../../harness/multipart.ts';

let scratch: string;
const folder = (...names: string[]) => path.join(scratch, ...names);
/** The port of the first server, because monitors of the log know it by its address. */
let port = '0';
const env = () => ({ SELLO_DATA_DIR: folder('data'), PORT: port });
const sello = (...args: string[]) => runSello(args, env());

let key: string;
/** The certificates that were issued before the loss, by id. */
const handedOut = new Map<string, { record: unknown; nom151: Buffer; blockchain: Buffer }>();
const contents = new Map<string, Buffer>();
const EARLIER = 6;
const LATER = 9;

async function ask(server: ChildSello, url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
  return fetch(`${server.baseUrl}${url}`, { ...init, headers });
}

function upload(server: ChildSello, content: Buffer): Promise<Response> {
  const form = multipart([{ name: 'file', value: content, filename: 'a.bin', type: 'application/pdf' }]);
  return ask(server, '/api/public/v1/certificates', {
    method: 'POST',
    headers: form.headers,
    body: new Uint8Array(form.payload),
  });
}

async function certify(server: ChildSello): Promise<string> {
  const content = randomBytes(2_000);
  const answer = await upload(server, content);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { certificate } = (await answer.json()) as { certificate: { id: string } };
  contents.set(certificate.id, content);
  return certificate.id;
}

type CertificateRecord = { status: string; sha256: string; created_at: string };

async function record(server: ChildSello, id: string): Promise<CertificateRecord> {
  const answer = await ask(server, `/api/public/v1/certificates/${id}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { certificate: CertificateRecord }).certificate;
}

async function proof(server: ChildSello, id: string, type: string): Promise<Buffer> {
  const answer = await ask(server, `/api/public/v1/certificates/${id}/proof?type=${type}&format=raw`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function untilCertified(server: ChildSello, id: string): Promise<void> {
  while ((await record(server, id)).status !== 'certified');
}

async function certifySome(server: ChildSello, count: number): Promise<void> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await certify(server));
  await untilCertified(server, ids.at(-1) ?? '');
  for (const id of ids) {
    handedOut.set(id, {
      record: await record(server, id),
      nom151: await proof(server, id, 'nom151'),
      blockchain: await proof(server, id, 'blockchain'),
    });
  }
}

/** The part of a record that depends neither on the block in which it is anchored nor on the port of the server. */
function lasting(shown: unknown): unknown {
  const { blockchain: _, updated_at: __, ...rest } = shown as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest).replaceAll(/localhost:\d+/g, 'localhost'));
}

/** All files of the store and what is kept beside them, with their contents. */
async function filesNow(): Promise<Map<string, string>> {
  const root = folder('data', 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = async (file: string) => [file, (await readFile(file)).toString('base64')] as const;
  return new Map((await Promise.all(files.map(read))).sort());
}

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-lost-past-'));
  let server = await startChildSello(env());
  port = new URL(server.baseUrl).port;
  await sello('account', 'create', '--email', 'a@example.com', '--certificates', '100');
  key = (
    await sello(
      'key',
      'create',
      '--account',
      'a@example.com',
      '--name',
      'k',
      '--rate',
      '60000',
      '--quota',
      '1000000',
    )
  ).out.trim();
  await certifySome(server, EARLIER);
  await server.kill('SIGTERM');
  // The data of a standby that stopped following at this moment.
  await cp(folder('data', 'postgres'), folder('old'), { recursive: true });
  server = await startChildSello(env());
  await certifySome(server, LATER);
  const watched = await sello('monitor', `${server.baseUrl}/log`, '--state', folder('watched'), '--once');
  expect(watched).toMatchObject({ status: 0 });
  await server.kill('SIGTERM');
  expect(await sello('fsck')).toMatchObject({ status: 0 });
  // It is promoted.
  await rm(folder('data', 'postgres'), { recursive: true });
  await cp(folder('old'), folder('data', 'postgres'), { recursive: true });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test('P93 fsck reports that the database was rolled back, and names what is missing', async () => {
  const { status, out } = await sello('fsck');
  expect(status).toBe(1);
  expect(out).toMatch(
    /PROBLEM {2}beside the files: Leaves 6 to 14 were signed until \S+Z and are not in this database/,
  );
  expect(out).toMatch(/PROBLEM {2}block \d+ of the embedded chain: It anchors a checkpoint/);
});

test('P93 fsck --repair deletes nothing because of such a database', async () => {
  const before = await filesNow();
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  for (const file of before.keys()) await utimes(file, longAgo, longAgo);
  const { status, out } = await sello('fsck', '--repair');
  expect(status).toBe(1);
  expect(out).toContain('nothing was repaired or deleted');
  expect(out).not.toContain('REPAIR ');
  expect(await filesNow()).toEqual(before);
});

test('P93 a server on such a database certifies nothing, signs nothing and says why', async () => {
  const before = await filesNow();
  const server = await startChildSello(env());
  try {
    const refused = await upload(server, Buffer.from('a new one'));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.text()).toContain('lost part of its records');
    // What the server still has can be read.
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
    const ready = await fetch(`${server.baseUrl}/readyz?part=certifying`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain('leaves 6 to 14');
    // The server still serves what it has.
    const [known = ''] = handedOut.keys();
    expect(lasting(await record(server, known))).toEqual(lasting(handedOut.get(known)?.record));
    expect((await (await fetch(`${server.baseUrl}/log/checkpoint`)).text()).split('\n')[1]).toBe('6');
    const inUse = await sello('recover', '--apply');
    expect(inUse.status).not.toBe(0);
    expect(inUse.error).toContain('Stop all of them');
    expect((await sello('status')).out).toContain('leaves 6 to 14');
  } finally {
    await server.kill('SIGTERM');
  }
  expect(await filesNow()).toEqual(before);
});

test('P94 recover says what it would do, and then does it', async () => {
  const plan = await sello('recover');
  expect(plan).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  expect(plan.out).toContain('Lost: leaves 6 to 14.');
  expect(plan.out).toContain(
    'Certificates to put back, with their time stamps and at their places: 9, of 1 accounts.',
  );
  expect(plan.out).toContain('Nothing was changed. sello recover --apply does it.');
  expect((await sello('fsck')).status).toBe(1);

  const done = await sello('recover', '--apply');
  expect(done).toMatchObject({ status: 0, error: expect.stringMatching(ACTS_ON) });
  expect(done.out).toContain('Put back: 9 certificates.');
  const again = await sello('recover', '--apply');
  expect(again.out).toContain('There is nothing to recover.');

  const checked = await sello('fsck');
  expect(checked.out).toContain('No problems found.');
  expect(checked.status).toBe(0);
});

test('P94 everything that was issued exists again, and the log continues where it was', async () => {
  const server = await startChildSello(env());
  try {
    const last = [...handedOut.keys()].at(-1) ?? '';
    await untilCertified(server, last);
    for (const [id, before] of handedOut) {
      expect(lasting(await record(server, id))).toEqual(lasting(before.record));
      expect((await proof(server, id, 'nom151')).equals(before.nom151)).toBe(true);
    }
    const next = await certify(server);
    await untilCertified(server, next);
    // A stranger who watched the log before the loss sees that it has only grown, and that the leaves of earlier proofs
    // are still in their places.
    const own: string[] = [];
    for (const [id, { blockchain }] of handedOut) {
      await writeFile(folder(`${id}.xml`), blockchain);
      own.push('--own', folder(`${id}.xml`));
    }
    const log = `${server.baseUrl}/log`;
    const watched = await sello('monitor', log, '--state', folder('watched'), ...own, '--once');
    expect(watched).toMatchObject({ status: 0 });
    expect((await (await fetch(`${server.baseUrl}/log/checkpoint`)).text()).split('\n')[1]).toBe('16');
  } finally {
    await server.kill('SIGTERM');
  }
  expect(await sello('fsck')).toMatchObject({
    status: 0,
    out: expect.stringContaining('No problems found.'),
  });
});
