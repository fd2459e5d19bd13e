import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { certifyCommand } from '../../../server/src/cli/certify/certify.ts';
import { verifyCommand } from '../../../server/src/cli/verify/verify.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { openHttpServer } from '../../harness/http-server.ts';
import { SHORT_WINDOW } from '../../harness/shared-calls.ts';
import { API, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

let world: AnchoredSello;
let sello: TestSello;
let url: string;
let caller: TestAccount;
let folder: string;
beforeAll(async () => {
  world = await openAnchoredSello('when told', SHORT_WINDOW);
  ({ sello } = world);
  url = await sello.listen();
  caller = await sello.newAccount();
});
afterAll(() => world.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-certify-'));
  caller = await sello.newAccount();
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command; returns its lines, the states of its bar, and its outcome. */
async function certify(args: string[], env: Record<string, string> = {}) {
  const lines: string[] = [];
  const states: string[] = [];
  const errors: string[] = [];
  const terminal = {
    env: { SELLO_URL: url, SELLO_API_KEY: caller.key, ...env },
    write: () => {},
    out: (line: string) => lines.push(line),
    error: (line: string) => errors.push(line),
    status: (line: string) => states.push(line),
  };
  const failure = await certifyCommand(args, terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  return { lines, errors, states, failure };
}

async function listed(): Promise<number> {
  return (await sello.call('GET', `${API}/certificates`, { key: caller.key })).body.pagination.total;
}

test('a file gets its proofs in the same folder, and they verify offline', async () => {
  const file = path.join(folder, 'contrato "ñ".pdf');
  await writeFile(file, 'the contract');
  const { lines, states, failure } = await certify([file]);
  expect(failure).toBeUndefined();
  expect(lines.join()).toMatch(/✓ .*cert_/);
  expect(states.some((state) => state.includes('100 %'))).toBe(true);
  const record = JSON.parse(await readFile(`${file}.sello.json`, 'utf8'));
  expect(record.file).toMatchObject({
    name: 'contrato "ñ".pdf',
    sha256: createHash('sha256').update('the contract').digest('hex'),
  });
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  await verifyCommand([file, '--tsr', `${file}.tsr`, '--root', `${file}.chain.pem`], terminal);
});

test('a folder is certified file by file, and a second run finds everything done', async () => {
  await mkdir(path.join(folder, 'sub'));
  for (const name of ['a.txt', 'b.txt', 'sub/c.txt', '.hidden'])
    await writeFile(path.join(folder, name), name);
  expect((await certify([folder])).failure).toBeUndefined();
  expect(await listed()).toBe(3);
  const again = await certify([folder]);
  expect(again.lines.filter((line) => line.includes('already done'))).toHaveLength(3);
  expect(await listed()).toBe(3);
});

test('repeating a run interrupted before it wrote its record returns the same certificate', async () => {
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'once');
  await certify([file]);
  await rm(`${file}.sello.json`);
  await certify([file]);
  expect(await listed()).toBe(1);
});

test('a changed file is certified again', async () => {
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'one');
  await certify([file]);
  await writeFile(file, 'two');
  await certify([file]);
  expect(await listed()).toBe(2);
});

test('--out puts the proofs into another folder', async () => {
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'x');
  await certify([file, '--out', path.join(folder, 'proofs')]);
  expect((await readdir(path.join(folder, 'proofs'))).sort()).toEqual([
    'a.txt.chain.pem',
    'a.txt.sello.json',
    'a.txt.tsr',
  ]);
});

test('one refused file does not stop the others, and the command fails in the end', async () => {
  await writeFile(path.join(folder, 'empty.txt'), '');
  await writeFile(path.join(folder, 'good.txt'), 'good');
  const { lines, failure } = await certify([folder]);
  expect(lines.join('\n')).toMatch(/✗ .*empty.txt/);
  expect(lines.join('\n')).toMatch(/✓ .*good.txt/);
  expect(failure?.message).toContain('1 of 2');
});

test('--json prints one document with the result for every file, in the order they were named', async () => {
  await writeFile(path.join(folder, 'b.txt'), 'b');
  await writeFile(path.join(folder, 'a.txt'), '');
  const files = ['b.txt', 'a.txt'].map((name) => path.join(folder, name));
  const { lines, failure } = await certify([...files, '--json']);
  expect(failure?.message).toContain('1 of 2');
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    certified: 1,
    already: 0,
    failed: 1,
    files: [
      {
        file: files[0],
        error: null,
        already: false,
        certificate: { status: 'stamped', object: 'certificate' },
      },
      { file: files[1], certificate: null, error: expect.stringContaining('empty') },
    ],
  });
});

test('--hash-only sends the fingerprint alone, and the proofs are those of the file', async () => {
  const file = path.join(folder, 'secret.bin');
  await writeFile(file, 'never leaves');
  expect((await certify([file, '--hash-only'])).failure).toBeUndefined();
  const record = JSON.parse(await readFile(`${file}.sello.json`, 'utf8'));
  expect(record.file).toMatchObject({ stored: false, size: 12, name: 'secret.bin' });
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  await verifyCommand([file, '--tsr', `${file}.tsr`, '--root', `${file}.chain.pem`], terminal);
});

test('--stamp shared gets one time stamp for all files, and a record beside each that verifies offline', async () => {
  const names = ['uno', 'dos', 'tres'].map((name) => path.join(folder, name));
  for (const name of names) await writeFile(name, name);
  expect((await certify([...names, '--stamp', 'shared'])).failure).toBeUndefined();
  const tokens = await Promise.all(names.map((name) => readFile(`${name}.tsr`, 'base64')));
  expect(new Set(tokens).size).toBe(1);
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  for (const name of names)
    await verifyCommand([name, '--record', `${name}.ers`, '--root', `${name}.chain.pem`], terminal);
  await expect(
    verifyCommand([names[0]!, '--tsr', `${names[0]}.tsr`, '--root', `${names[0]}.chain.pem`], terminal),
  ).rejects.toThrow();
  expect((await certify([names[0]!, '--stamp', 'both'])).failure?.message).toContain('own or shared');
});

test('--wait waits for many at once, and writes the blockchain proof of each', async () => {
  const names = Array.from({ length: 6 }, (_, index) => path.join(folder, `${index}.txt`));
  for (const name of names) await writeFile(name, name);
  const run = certify([...names, '--wait']);
  const stamped = async () => (await readdir(folder)).filter((name) => name.endsWith('.sello.json')).length;
  await expect.poll(stamped).toBe(6);
  await sello.sequence();
  await world.anchorAndMine();
  await world.anchor();
  const { lines, failure } = await run;
  expect(failure).toBeUndefined();
  expect(lines.filter((line) => /^✓ .* certified /.test(line))).toHaveLength(6);
  expect(lines.at(-1)).toBe('6 files: 6 certified, 0 done already, 0 failed');
  expect((await readdir(folder)).filter((name) => name.endsWith('.xml'))).toHaveLength(6);
});

test('an answer with Retry-After is retried with the same Idempotency-Key', async () => {
  const keys: unknown[] = [];
  const busy = await openHttpServer(({ headers, response }) => {
    keys.push(headers['idempotency-key']);
    if (keys.length === 1) {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end('{"error":"storage_unavailable","message":"away"}');
    } else {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":"unauthorized","message":"enough"}');
    }
  });
  try {
    const file = path.join(folder, 'a.txt');
    await writeFile(file, 'x');
    const { lines } = await certify([file], {
      SELLO_URL: busy.origin,
    });
    expect(lines.join('\n')).toContain('trying again in 1 s');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  } finally {
    await busy.refuse();
  }
});

test('missing settings and files are usage errors', async () => {
  expect((await certify([])).failure?.message).toContain('at least one file');
  expect((await certify(['nowhere'])).failure?.message).toContain('There is no file or folder nowhere');
  expect((await certify(['x'], { SELLO_API_KEY: '' })).failure?.message).toContain('SELLO_API_KEY');
});

test('without certificates left it stops, says what helps, and continues later', async () => {
  caller = await sello.newAccount({ certificates: 2 });
  const places = await mkdtemp(path.join(folder, 'many-'));
  for (let i = 0; i < 30; i += 1)
    await writeFile(path.join(places, `${String(i).padStart(2, '0')}.txt`), `${i}`);
  const stopped = await certify([places]);
  expect(stopped.failure?.message).toContain(
    '28 of 30 files were not certified. The account has no certificates left.',
  );
  expect(stopped.failure?.message).toContain('sello account grant');
  expect(stopped.failure?.message).toContain('test mode');
  // The files that were on their way are named; the others are not tried.
  expect(stopped.lines.filter((line) => line.startsWith('✗')).length).toBeLessThanOrEqual(4);
  expect(await listed()).toBe(2);
  await sello.database.query('update accounts set certificates_left = 28 where id = $1', [caller.account.id]);
  const continued = await certify([places]);
  expect(continued.failure).toBeUndefined();
  expect(continued.lines.at(-1)).toBe('30 files: 28 certified, 2 done already, 0 failed');
  expect(await listed()).toBe(30);
});
