/** The SDK against a real server. */

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSelloError, Sello } from '@sello/sdk/source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../harness/curps.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let baseUrl: string;
let apiKey: string;
let sello: Sello;
let folder: string;
const server = forFile(openTestSello);
beforeAll(async () => {
  baseUrl = await server.listen();
  ({ key: apiKey } = await server.newAccount());
  sello = new Sello({ apiKey, baseUrl });
  folder = await mkdtemp(path.join(tmpdir(), 'sello-sdk-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a file is certified from a path, a Blob and a stream, with progress, and found again', async () => {
  const file = path.join(folder, 'contrato "ñ".pdf');
  const content = 'x'.repeat(700_000);
  await writeFile(file, content);
  const told: number[] = [];
  const made = await sello.certificates.create(
    { path: file, title: 'Contrato', sha256: sha256(content) },
    { onProgress: ({ loaded }) => told.push(loaded) },
  );
  expect(made).toMatchObject({ title: 'Contrato', file: { name: 'contrato "ñ".pdf', size: 700_000 } });
  expect(told.at(-1)).toBe(700_000);
  expect(told.length).toBeGreaterThan(1);
  const blob = await sello.certificates.create({ file: new File(['a'], 'a.txt', { type: 'text/plain' }) });
  expect(blob.file).toMatchObject({ name: 'a.txt', mime: 'text/plain', sha256: sha256('a') });
  const stream = await sello.certificates.create({ stream: new Blob(['b']).stream(), file_name: 'b.txt' });
  expect(stream.file).toMatchObject({ sha256: sha256('b') });
  expect(await sello.verify({ path: file })).toMatchObject({ certified: true, hash: sha256(content) });
  expect(await sello.verify(sha256('never'))).toMatchObject({ certified: false });
  const many = await sello.verifyMany([sha256('never'), sha256('a')]);
  expect(many.map(({ certified }) => certified)).toEqual([false, true]);
});

test('a list is walked to its end, whatever the size of a page', async () => {
  const own = await server.newAccount();
  const client = new Sello({ apiKey: own.key, baseUrl });
  for (const title of ['1', '2', '3', '4', '5']) await server.certify(own.key, title, { title });
  const titles: string[] = [];
  for await (const { title } of client.certificates.list({ limit: 2 })) titles.push(title);
  expect(titles).toEqual(['5', '4', '3', '2', '1']);
});

test('proofs can be read as facts, bytes and files, and no file is replaced by default', async () => {
  const { id } = await sello.certificates.create({ file: Buffer.from('p'), file_name: 'p.txt' });
  const proof = await sello.proofs.get(id, { type: 'nom151' });
  expect(await sello.proofs.bytes(id, 'nom151')).toEqual(
    new Uint8Array(Buffer.from(proof.tsr_base64, 'base64')),
  );
  const pdf = await sello.proofs.download(id, 'constancia');
  expect([pdf.contentType, (await pdf.bytes()).subarray(0, 5)]).toEqual([
    'application/pdf',
    new TextEncoder().encode('%PDF-'),
  ]);
  const target = path.join(folder, 'p.zip');
  await sello.proofs.save(id, 'bundle', target);
  const saved = await readFile(target);
  await expect(sello.proofs.save(id, 'nom151', target)).rejects.toThrow('is there already');
  expect(await readFile(target)).toEqual(saved);
  await sello.proofs.save(id, 'nom151', target, { overwrite: true });
  expect(await readFile(target)).not.toEqual(saved);
  const stream = await sello.proofs.stream(id, 'bundle');
  expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(new Uint8Array(saved));
  await expect(sello.proofs.bytes(id, 'blockchain')).rejects.toMatchObject({ code: 'proof_not_ready' });
});

test('refusals have the code, the status and the request of the server', async () => {
  const failure: unknown = await sello.certificates
    .get('cert_0000000000000000000000')
    .catch((error) => error);
  expect(isSelloError(failure, 'not_found')).toBe(true);
  expect(failure).toMatchObject({ status: 404, requestId: expect.stringMatching(/./) });
  const spanish = new Sello({ apiKey: 'sello_live_x', baseUrl, language: 'es' });
  await expect(spanish.certificates.list().page()).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('clave'),
  });
  await expect(sello.certificates.create({ file: new Blob([]), file_name: 'e' })).rejects.toMatchObject({
    code: 'empty_file',
  });
});

test('memberships work too: members are made, imported, listed and changed', async () => {
  const member = await sello.members.create({ given_name: 'Ana', first_surname: 'Paz' });
  expect(await sello.members.update(member.id, { email: 'ana@example.com' })).toMatchObject({
    email: 'ana@example.com',
  });
  const table = `given_name,first_surname,curp\nEva,Luna,${curpNumber(1)}\n`;
  expect(await sello.members.import({ csv: table })).toMatchObject({ summary: { created: 1 } });
  const names: unknown[] = [];
  for await (const { given_name } of sello.members.list({ limit: 1 })) names.push(given_name);
  expect(names.sort()).toEqual(['Ana', 'Eva']);
  expect(await sello.members.delete(member.id)).toBeUndefined();
});

test('the account shows what is left, and certificates are changed and exported', async () => {
  const own = await server.newAccount({ certificates: 3 });
  const client = new Sello({ apiKey: own.key, baseUrl });
  const metadata = { order: '17' };
  const made = await client.certificates.create({ file: new Blob(['m']), file_name: 'm', metadata });
  expect((await client.account.get()).account).toMatchObject({ certificates_left: 2 });
  const changed = await client.certificates.update(made.id, { external_id: 'mine' });
  expect(changed).toMatchObject({ external_id: 'mine', metadata });
  expect(await client.certificates.list({ metadata }).toArray(5)).toHaveLength(1);
  const lines = await client.proofs.exportCertificates({ format: 'ndjson' });
  expect(JSON.parse(await lines.text())).toMatchObject({ id: made.id });
});

test('an upload that its caller cancels ends and certifies nothing', async () => {
  const own = await server.newAccount();
  const client = new Sello({ apiKey: own.key, baseUrl });
  const controller = new AbortController();
  let isClosed = false;
  async function* endless() {
    try {
      for (let sent = 0; sent < 10_000; sent += 1) {
        if (sent === 3) controller.abort(new Error('given up'));
        yield new Uint8Array(65_536);
      }
    } finally {
      isClosed = true;
    }
  }
  const upload = client.certificates.create(
    { stream: endless(), file_name: 'endless' },
    { signal: controller.signal },
  );
  await expect(upload).rejects.toThrow('given up');
  await expect.poll(() => isClosed).toBe(true);
  expect((await client.certificates.list().page()).total).toBe(0);
});
