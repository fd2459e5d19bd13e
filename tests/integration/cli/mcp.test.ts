/** `sello mcp`, spoken to by the official client over stdio. */

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import { sealAll } from '../../harness/sealed.ts';
import { openTestSello, type TestAccount } from '../../harness/test-sello.ts';

const MAIN = fileURLToPath(new URL('../../../server/bin/sello.mjs', import.meta.url));

let url: string;
let owner: TestAccount;
let testKey: string;
let folder: string;
const clients: Client[] = [];
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
  owner = await sello.newAccount({ certificates: 5 });
  ({ key: testKey } = await sello.newKey(owner.account, { mode: 'test' }));
  folder = await mkdtemp(path.join(tmpdir(), 'sello-mcp-'));
  await mkdir(path.join(folder, 'allowed'));
  await writeFile(path.join(folder, 'outside.txt'), 'outside');
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await rm(folder, { recursive: true });
});

async function open(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', '--allow', path.join(folder, 'allowed')],
      env: { SELLO_URL: url, SELLO_API_KEY: key },
    }),
  );
  return client;
}

type Told = { isError: boolean; text: string; facts: Record<string, unknown> };

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Told> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const facts = structuredContent as Record<string, unknown> | undefined;
  return { isError: isError === true, text: first?.type === 'text' ? first.text : '', facts: facts ?? {} };
}

const place = (name: string) => path.join(folder, 'allowed', name);

describe('with a test key', () => {
  let client: Client;
  beforeAll(async () => {
    client = await open(testKey);
  });

  test('the tools describe themselves and say whether they change anything', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'certify',
      'fetch_proof',
      'find',
      'find_member',
      'report_award',
      'standing',
      'verify',
      'waiting',
    ]);
    for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
    expect(tools.find(({ name }) => name === 'find')?.annotations?.readOnlyHint).toBe(true);
    expect(tools.find(({ name }) => name === 'certify')?.description).toContain('test key');
  });

  test('a file is certified only once however often it is requested, found, verified, and its proof fetched', async () => {
    await writeFile(place('contrato.txt'), 'the contract');
    const made = await call(client, 'certify', { path: 'contrato.txt', title: 'Contrato de obra' });
    expect(made).toMatchObject({ isError: false, text: expect.stringContaining('nothing was used') });
    const { id } = made.facts.certificate as { id: string };
    const again = await call(client, 'certify', { path: place('contrato.txt'), title: 'Contrato de obra' });
    expect(again.facts.certificate).toMatchObject({ id });
    const found = await call(client, 'find', { q: 'obra' });
    expect(found.facts).toMatchObject({ total: 1, certificates: [{ id, title: 'Contrato de obra' }] });
    const asked = await call(client, 'verify', { path: 'contrato.txt' });
    expect(asked.facts).toMatchObject({ certified: true, certificates: [{ id }] });
    const fetched = await call(client, 'fetch_proof', { certificate_id: id, type: 'nom151', path: 'c.tsr' });
    expect(fetched.isError).toBe(false);
    const chain = await sello.call('GET', `/api/public/v1/certificates/${id}/proof?type=nom151`, {
      key: testKey,
    });
    await writeFile(place('root.pem'), chain.body.proof.chain_pem);
    const evidence = { tsr_path: 'c.tsr', root_path: 'root.pem' };
    const good = await call(client, 'verify', { path: 'contrato.txt', ...evidence });
    expect(good.facts).toMatchObject({ verdict: 'valid' });
    await writeFile(place('other.txt'), 'another contract');
    const bad = await call(client, 'verify', { path: 'other.txt', ...evidence });
    expect(bad.facts).toMatchObject({ verdict: 'invalid' });
  });

  test('different words make another certificate, however long they are and wherever they differ', async () => {
    const end = 'the same end of a long description '.repeat(10);
    const said = (start: string) => ({
      sha256: 'a1'.repeat(32),
      file_name: 'long.pdf',
      description: start + end,
    });
    const ids = [];
    for (const start of ['one ', 'two ', 'one ']) {
      const { facts, isError } = await call(client, 'certify', said(start));
      expect(isError).toBe(false);
      ids.push((facts.certificate as { id: string }).id);
    }
    expect(ids[2]).toBe(ids[0]);
    expect(ids[1]).not.toBe(ids[0]);
  });

  test('certificates are found page by page, each once', async () => {
    for (const name of ['p1', 'p2', 'p3'])
      await call(client, 'certify', { sha256: 'b2'.repeat(32), file_name: name });
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { facts } = await call(client, 'find', {
        sha256: 'b2'.repeat(32),
        limit: 2,
        ...(after && { after }),
      });
      expect(facts.total).toBe(3);
      found.push(...(facts.certificates as { file_name: string }[]).map((one) => one.file_name));
      after = (facts.next_after as string | null) ?? undefined;
    } while (after !== undefined);
    expect(found).toEqual(['p3', 'p2', 'p1']);
  });

  test('a sealed copy is asked for with the file, and its state is told', async () => {
    await writeFile(place('acuerdo.pdf'), ODD_PDFS.simple as Uint8Array);
    const made = await call(client, 'certify', { path: 'acuerdo.pdf', seal: 'pdf' });
    const { id, sealed } = made.facts.certificate as { id: string; sealed: object };
    expect(sealed).toEqual({ status: 'queued', certificate_id: null, reason: null });
    await sealAll(sello);
    const found = await call(client, 'find', { q: id });
    expect(found.facts).toMatchObject({ certificates: [{ id, sealed: { status: 'sealed' } }] });
    await writeFile(place('plain.txt'), 'no PDF');
    const refused = await call(client, 'certify', { path: 'plain.txt', seal: 'pdf' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('not_pdf') });
    const alone = await call(client, 'certify', { path: 'acuerdo.pdf', hash_only: true, seal: 'pdf' });
    expect(alone).toMatchObject({ isError: true, text: expect.stringContaining('needs the file') });
  });

  test('a fingerprint is certified without its file', async () => {
    const made = await call(client, 'certify', { sha256: 'ab'.repeat(32), file_name: 'elsewhere.mov' });
    expect(made.facts.certificate).toMatchObject({ sha256: 'ab'.repeat(32), file_name: 'elsewhere.mov' });
  });

  test('no file is replaced unless the call asks for it', async () => {
    const made = await call(client, 'certify', { sha256: 'cd'.repeat(32), file_name: 'x' });
    const { id } = made.facts.certificate as { id: string };
    await writeFile(place('keep.pdf'), 'mine');
    const wanted = { certificate_id: id, type: 'constancia', path: 'keep.pdf' };
    expect(await call(client, 'fetch_proof', wanted)).toMatchObject({
      isError: true,
      text: expect.stringContaining('is there already'),
    });
    expect(await readFile(place('keep.pdf'), 'utf8')).toBe('mine');
    expect(await call(client, 'fetch_proof', { ...wanted, overwrite: true })).toMatchObject({
      isError: false,
    });
    expect((await readFile(place('keep.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('nothing outside the allowed folder can be read or written in any way', async () => {
    await symlink(path.join(folder, 'outside.txt'), place('link.txt'));
    await symlink(folder, place('up'));
    for (const given of [
      '/etc/passwd',
      '../outside.txt',
      'link.txt',
      'up/outside.txt',
      '/etc/there-is-none',
    ]) {
      for (const [tool, args] of [
        ['certify', { path: given }],
        ['verify', { path: given }],
        ['verify', { tsr_path: given }],
      ] as const)
        expect(await call(client, tool, args)).toMatchObject({
          isError: true,
          text: expect.stringContaining('is not below'),
        });
    }
    const made = await call(client, 'certify', { sha256: 'ef'.repeat(32), file_name: 'x' });
    const { id } = made.facts.certificate as { id: string };
    for (const given of ['../new.tsr', 'up/new.tsr', '/tmp/new.tsr', 'link.txt']) {
      const args = { certificate_id: id, type: 'nom151', path: given, overwrite: true };
      const told = await call(client, 'fetch_proof', args);
      expect(told).toMatchObject({ isError: true, text: expect.stringMatching(/is not below|is a link/) });
    }
    expect(await readFile(path.join(folder, 'outside.txt'), 'utf8')).toBe('outside');
  });
});

test('a live key certifies only after a person has agreed, and the answer says what was used', async () => {
  const client = await open(owner.key);
  const input = { sha256: '12'.repeat(32), file_name: 'live.pdf' };
  const asked = await call(client, 'certify', input);
  expect(asked).toMatchObject({ isError: true, text: expect.stringContaining('confirm_live: true') });
  expect(asked.text).toContain('(5 left)');
  expect(await sello.certificatesLeft(owner.account)).toBe(5);
  const made = await call(client, 'certify', { ...input, confirm_live: true });
  expect(made).toMatchObject({
    isError: false,
    text: expect.stringContaining('1 live certificate was used; 4 left.'),
  });
  const again = await call(client, 'certify', { ...input, confirm_live: true });
  expect(again.text).toContain('nothing was used; 4 left.');
  expect(await sello.certificatesLeft(owner.account)).toBe(4);
});

/** Today's date in the time zone of a new account. */
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());

describe('of a council', () => {
  let client: Client;
  let memberId: string;
  let courseId: string;
  beforeAll(async () => {
    const post = async (path: string, payload: object, name: string): Promise<string> => {
      const { status, body } = await sello.call('POST', `/api/public/v1${path}`, { key: testKey, payload });
      expect([path, Math.floor(status / 100), body.message]).toEqual([path, 2, undefined]);
      return body[name].id;
    };
    const rules = {
      term_months: 12,
      categories: [
        { code: 'cursos', name: 'Cursos' },
        { code: 'docencia', name: 'Docencia', max_points: 8 },
      ],
      requirements: [{ code: 'total', name: 'Total', min_points: 20, period: 'term' }],
    };
    const programId = await post('/programs', { name: 'Anual', unit: 'puntos', rules }, 'program');
    await post(`/programs/${programId}/activate`, {}, 'program');
    const names = {
      given_name: 'Ana',
      first_surname: 'Luna',
      member_number: 'A-001',
      email: 'ana@example.com',
    };
    memberId = await post('/members', names, 'member');
    for (const given_name of ['Eva', 'Iris'])
      await post('/members', { given_name, first_surname: 'Sol' }, 'member');
    await post(`/members/${memberId}/memberships`, { program_id: programId }, 'membership');
    const points = [{ program_id: programId, category: 'docencia', points: 12 }];
    const course = {
      title: 'Congreso',
      modality: 'online',
      starts_on: `${TODAY.slice(0, 4)}-01-01`,
      ends_on: `${TODAY.slice(0, 4)}-12-31`,
      points,
    };
    courseId = await post('/courses', course, 'course');
    await post(`/courses/${courseId}/accredit`, {}, 'course');
    await post('/courses', course, 'course');
    client = await open(testKey);
  });

  test('a member is found without identifiers that are used elsewhere, and lists continue', async () => {
    const found = await call(client, 'find_member', { q: 'luna' });
    expect(found).toMatchObject({ isError: false, text: expect.stringContaining('1 found.') });
    expect(found.facts.members).toEqual([
      expect.objectContaining({ id: memberId, name: 'Ana Luna', member_number: 'A-001' }),
    ]);
    expect(found.text).not.toContain('ana@example.com');
    const first = await call(client, 'find_member', { limit: 2 });
    expect(first.facts).toMatchObject({ total: 3, next_after: expect.stringMatching(/^mem_/) });
    const rest = await call(client, 'find_member', { limit: 2, after: first.facts.next_after });
    expect(rest.facts).toMatchObject({ next_after: null, members: [{ id: memberId }] });
  });

  test('an award is reported once, waits, and is found among the waiting ones', async () => {
    const report = { member_id: memberId, course_id: courseId, completed_on: TODAY };
    const made = await call(client, 'report_award', report);
    expect(made).toMatchObject({ isError: false, text: expect.stringContaining('it is pending') });
    const { id } = made.facts.award as { id: string };
    const again = await call(client, 'report_award', {
      completed_on: TODAY,
      course_id: courseId,
      member_id: memberId,
    });
    expect(again.facts).toMatchObject({ award: { id } });
    const waiting = await call(client, 'waiting', {});
    expect(waiting.facts.counts).toEqual({ awards: 1, renewals: 0, member_requests: 0, courses: 1 });
    const awards = await call(client, 'waiting', { kind: 'awards' });
    expect(awards.facts).toMatchObject({ total: 1, next_after: null, records: [{ id, status: 'pending' }] });
    const neither = await call(client, 'report_award', { member_id: memberId });
    expect(neither).toMatchObject({ isError: true, text: expect.stringContaining('either') });
  });

  test('a standing comes with its reasons', async () => {
    const { body } = await sello.call('GET', '/api/public/v1/awards?status=pending', { key: testKey });
    const approved = `/api/public/v1/awards/${body.awards[0].id}/approve`;
    expect((await sello.call('POST', approved, { key: testKey, payload: {} })).status).toBe(200);
    const { facts, isError } = await call(client, 'standing', { member_id: memberId });
    expect(isError).toBe(false);
    expect(facts.memberships).toEqual([
      expect.objectContaining({
        standing: 'current',
        points: expect.objectContaining({
          met: false,
          counted: 8,
          missing: 12,
          not_counted_in_full: [expect.objectContaining({ because: 'cap:docencia' })],
        }),
        can_renew: false,
        cannot_renew_because: expect.arrayContaining([
          expect.objectContaining({ code: 'requirement_not_met' }),
        ]),
      }),
    ]);
    const unknown = await call(client, 'standing', { member_id: 'mem_unknown' });
    expect(unknown.facts.memberships ?? []).toEqual([]);
  });

  test('records that a key may not read are not counted', async () => {
    const { key } = await sello.newKey(owner.account, { mode: 'test', scopes: ['awards:read'] });
    const { facts } = await call(await open(key), 'waiting', {});
    expect(facts.counts).toEqual({ awards: 0, renewals: null, member_requests: null, courses: null });
  });
});

test('a missing scope is explained', async () => {
  const { key } = await sello.newKey(owner.account, { mode: 'test', scopes: ['certificates:read'] });
  const client = await open(key);
  expect(await call(client, 'find', {})).toMatchObject({ isError: false });
  const told = await call(client, 'certify', { sha256: '34'.repeat(32), file_name: 'x' });
  expect(told).toMatchObject({ isError: true, text: expect.stringContaining('certificates:write') });
});

test('without a key, or with a missing folder, it does not start', async () => {
  const missing = await runInside(['mcp'], { SELLO_URL: url });
  expect(missing).toMatchObject({ status: 2, error: expect.stringContaining('SELLO_API_KEY') });
  const env = { SELLO_URL: url, SELLO_API_KEY: testKey };
  const nowhere = await runInside(['mcp', '--allow', path.join(folder, 'nowhere')], env);
  expect(nowhere).toMatchObject({ status: 2, error: expect.stringContaining('--allow must be a folder') });
});
