/** One table of guarantees, which the clients for TypeScript and Python both keep. */

import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENTS, type Driver, type OpenDriver, type Opening } from '../../harness/client-drivers.ts';
import { curpNumber } from '../../harness/curps.ts';
import { forFile } from '../../harness/for-file.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

let baseUrl: string;
let folder: string;
const server = forFile(openTestSello);
beforeAll(async () => {
  baseUrl = await server.listen();
  folder = await mkdtemp(path.join(tmpdir(), 'sello-clients-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Heard = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
type Scripted = (heard: Heard, response: ServerResponse) => void;

/** A server that gives these answers in turn. */
async function openScripted(answers: Scripted[]) {
  const heard: Heard[] = [];
  const scripted = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(pieces) };
      heard.push(one);
      (answers[heard.length - 1] ?? ((_, last) => last.writeHead(500).end()))(one, response);
    });
  });
  await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  const { port } = scripted.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    async close() {
      scripted.closeAllConnections();
      await new Promise((resolve) => scripted.close(resolve));
    },
  };
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Scripted => {
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const refusal = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, message: `because ${error}` }, headers);
const made = json(201, { certificate: { id: 'cert_1', status: 'stamped' } });
const broken: Scripted = (_, response) => response.socket?.destroy();

type Given = {
  open: (opening?: Opening, env?: Record<string, string>) => Promise<Driver>;
  own: Driver;
  key: string;
};

/** A client of an account of its own on a real server. */
async function withClient(open: OpenDriver, work: (given: Given) => Promise<void>): Promise<void> {
  const { key } = await server.newAccount({ certificates: 50 });
  const drivers: Driver[] = [];
  const opened = async (opening: Opening = {}, env: Record<string, string> = {}) => {
    const driver = await open(opening, env);
    drivers.push(driver);
    return driver;
  };
  const own = await opened({ apiKey: key, baseUrl });
  try {
    await work({ open: opened, own, key });
  } finally {
    for (const driver of drivers) await driver.close();
  }
}

/** Runs a client that does not wait against a server that gives these answers. */
async function withScript(
  { open }: Given,
  answers: Scripted[],
  work: (client: Driver, heard: Heard[]) => Promise<void>,
): Promise<void> {
  const scripted = await openScripted(answers);
  try {
    await work(await open({ apiKey: 'sello_test_x', baseUrl: `${scripted.url}/` }), scripted.heard);
  } finally {
    await scripted.close();
  }
}

let files = 0;
async function newFile(name: string, content: string | Uint8Array): Promise<string> {
  const place = path.join(folder, `${++files}-${name}`);
  await writeFile(place, content);
  return place;
}

const TABLE: readonly [guarantee: string, check: (given: Given) => Promise<void>][] = [
  [
    'a file of any name is certified from a path, from bytes and from a stream',
    async ({ own }) => {
      const file = await newFile('contrato "ñ".pdf', 'x'.repeat(700_000));
      const metadata = { order: '17' };
      const { result } = await own.do({
        do: 'certify',
        path: file,
        title: 'Contrato ñ',
        external_id: 'c-1',
        metadata,
      });
      expect(result).toMatchObject({ title: 'Contrato ñ', external_id: 'c-1', metadata, status: 'stamped' });
      expect(result.file).toMatchObject({
        name: path.basename(file),
        size: 700_000,
        sha256: sha256('x'.repeat(700_000)),
      });
      const bytes = await own.do({ do: 'certify', file: base64('a'), file_name: 'a.txt' });
      expect(bytes.result.file).toMatchObject({ name: 'a.txt', sha256: sha256('a') });
      const pieces = ['b', 'c', 'd'.repeat(100_000)];
      const stream = await own.do({ do: 'certify', stream: pieces.map(base64), file_name: 'b.txt' });
      expect(stream.result.file).toMatchObject({ sha256: sha256(pieces.join('')), size: 100_002 });
    },
  ],
  [
    'a sealed copy is asked for with the file; a fingerprint has nothing to seal',
    async ({ own }) => {
      const pdf = await newFile('sealed.pdf', ODD_PDFS.simple as Uint8Array);
      const sealed = await own.do({ do: 'certify', path: pdf, seal: 'pdf' });
      expect(sealed.result).toMatchObject({ sealed: { status: 'queued' }, sealed_from: null });
      const text = await own.do({
        do: 'certify',
        file: base64('text'),
        file_name: 'a',
        seal: 'pdf_if_possible',
      });
      expect(text.result.sealed).toMatchObject({ status: 'refused', reason: 'not_pdf' });
      const alone = await own.do({ do: 'certify', path: pdf, hashOnly: true, seal: 'pdf' });
      expect(alone.error).toMatchObject({ code: 'validation_failed', status: 422 });
    },
  ],
  [
    'a fingerprint alone is certified, or that of a file that stays where it is',
    async ({ own }) => {
      const hash = sha256('kept');
      const alone = await own.do({ do: 'certify', sha256: hash, file_name: 'kept.bin' });
      expect(alone.result.file).toMatchObject({ sha256: hash, stored: false });
      const file = await newFile('film.mov', 'film');
      const hashed = await own.do({ do: 'certify', path: file, hashOnly: true });
      expect(hashed.result.file).toMatchObject({ sha256: sha256('film'), stored: false, size: 4 });
      const other = await own.do({ do: 'certify', path: file, hashOnly: true, sha256: hash });
      expect(other.error).toMatchObject({ code: 'digest_mismatch' });
      const checked = await own.do({ do: 'certify', path: file, sha256: hash });
      expect(checked.error).toMatchObject({ code: 'digest_mismatch', status: 422 });
    },
  ],
  [
    'a list is walked to its end, page by page or by its first items',
    async ({ own, key }) => {
      for (const title of ['1', '2', '3', '4', '5']) await server.certify(key, title, { title });
      const titles = async (most: number) => {
        const { result } = await own.do({
          do: 'list',
          method: 'certificates.list',
          query: { limit: 2 },
          most,
        });
        return result.map(({ title }: { title: string }) => title);
      };
      expect(await titles(10)).toEqual(['5', '4', '3', '2', '1']);
      expect(await titles(3)).toEqual(['5', '4', '3']);
      const { result } = await own.do({
        do: 'list',
        method: 'certificates.list',
        query: { limit: 2 },
        page: true,
      });
      expect([result.items.length, result.hasMore]).toEqual([2, true]);
    },
  ],
  [
    'a filter by metadata and a text with signs arrive as they are',
    async ({ own }) => {
      await own.do({
        do: 'certify',
        file: base64('m'),
        file_name: 'm',
        metadata: { 'año & mes': 'uno+dos=3' },
      });
      const list = (metadata: object) =>
        own.do({ do: 'list', method: 'certificates.list', query: { metadata }, most: 5 });
      expect((await list({ 'año & mes': 'uno+dos=3' })).result).toHaveLength(1);
      expect((await list({ 'año & mes': 'otro' })).result).toHaveLength(0);
    },
  ],
  [
    'files and fingerprints are looked up, any number in order',
    async ({ own, key }) => {
      const file = await newFile('v.txt', 'verified');
      await server.certify(key, 'verified', {});
      expect((await own.do({ do: 'verify', path: file })).result).toMatchObject({ certified: true });
      expect((await own.do({ do: 'verify', sha256: sha256('never') })).result).toMatchObject({
        certified: false,
      });
      const { result } = await own.do({ do: 'verifyMany', hashes: [sha256('never'), sha256('verified')] });
      expect(result.map(({ certified }: { certified: boolean }) => certified)).toEqual([false, true]);
    },
  ],
  [
    'proofs become bytes and files, whole or not at all, and replace no file unasked',
    async ({ own, key }) => {
      const { id } = await server.certify(key, 'p', {});
      const place = path.join(await mkdtemp(path.join(folder, 'proofs-')), 'p.zip');
      expect((await own.do({ do: 'save', id, type: 'bundle', path: place })).error).toBeUndefined();
      const saved = await readFile(place);
      expect(saved.subarray(0, 2).toString()).toBe('PK');
      const again = await own.do({ do: 'save', id, type: 'nom151', path: place });
      expect(again.error).toMatchObject({ code: 'FileExistsError' });
      expect(await readFile(place)).toEqual(saved);
      await own.do({ do: 'save', id, type: 'nom151', path: place, overwrite: true });
      const { result } = await own.do({ do: 'bytes', id, type: 'nom151' });
      expect((await readFile(place)).toString('base64')).toBe(result);
      const missing = path.join(path.dirname(place), 'missing.pdf');
      const none = await own.do({
        do: 'save',
        id: 'cert_0000000000000000000000',
        type: 'constancia',
        path: missing,
      });
      expect(none.error).toMatchObject({ code: 'not_found', status: 404 });
      expect(await readdir(path.dirname(place))).toEqual(['p.zip']);
    },
  ],
  [
    'a file that breaks off on its way is not saved',
    (given) =>
      withScript(
        given,
        [
          (_, response) =>
            response.writeHead(200, { 'content-length': '1000' }).write('part', () => response.destroy()),
        ],
        async (client) => {
          const place = path.join(await mkdtemp(path.join(folder, 'broken-')), 'c.pdf');
          const told = await client.do({ do: 'save', id: 'cert_1', type: 'constancia', path: place });
          expect(told.error).toBeDefined();
          expect(await readdir(path.dirname(place))).toEqual([]);
        },
      ),
  ],
  [
    'waiting ends when it is certified, and says so when it was not in time',
    (given) =>
      withScript(
        given,
        [
          json(200, { certificate: { id: 'cert_1', status: 'stamped' } }),
          json(200, { certificate: { id: 'cert_1', status: 'certified' } }),
          json(200, { certificate: { id: 'cert_1', status: 'stamped' } }),
        ],
        async (client, heard) => {
          const certified = await client.do({ do: 'wait', id: 'cert_1', seconds: 60 });
          expect(certified.result).toMatchObject({ status: 'certified' });
          expect(heard[0]?.url).toBe('/api/public/v1/certificates/cert_1?wait=certified&timeout=30');
          expect(certified.pauses).toHaveLength(1);
          const late = await client.do({ do: 'wait', id: 'cert_1', seconds: 0 });
          expect(late.error).toMatchObject({ code: 'not_certified_yet' });
        },
      ),
  ],
  [
    'what passes is tried again after the time that the server asks for, with the same key',
    (given) =>
      withScript(
        given,
        [
          refusal(503, 'overloaded', { 'retry-after': '7' }),
          refusal(409, 'idempotency_in_progress', { 'retry-after': '1' }),
          made,
          made,
          made,
        ],
        async (client, heard) => {
          const file = await newFile('r.txt', 'retried');
          const { result, pauses } = await client.do({ do: 'certify', path: file });
          expect([result.id, pauses]).toEqual(['cert_1', [7_250, 1_250]]);
          await client.do({ do: 'certify', path: file });
          await client.do({ do: 'certify', path: file, key: 'mine' });
          const keys = heard.map(({ headers }) => headers['idempotency-key']);
          expect(keys[0]).toMatch(/^.{16,}$/);
          expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
          expect(keys[3]).not.toBe(keys[0]);
          expect(keys[4]).toBe('mine');
          expect(heard.map(({ body }) => body.includes('retried'))).toEqual(Array(5).fill(true));
          // A known size is announced, so that a file that is too large is refused before it is sent.
          for (const { headers, body } of heard) expect(headers['content-length']).toBe(String(body.length));
        },
      ),
  ],
  [
    'a broken network is tried again after growing pauses, up to the limit',
    async ({ open }) => {
      const scripted = await openScripted([broken, broken, broken, broken]);
      const client = await open({ apiKey: 'sello_test_x', baseUrl: scripted.url, maxRetries: 3 });
      const { error, pauses } = await client.do({ do: 'call', method: 'certificates.get', ids: ['cert_1'] });
      expect(error).toMatchObject({ code: 'connection_failed', status: 0 });
      expect([scripted.heard.length, pauses]).toEqual([4, [375, 750, 1_500]]);
      await scripted.close();
    },
  ],
  [
    'a stream that was begun is not sent twice',
    (given) =>
      withScript(given, [refusal(503, 'overloaded'), made], async (client, heard) => {
        const { error } = await client.do({ do: 'certify', stream: [base64('once')], file_name: 's' });
        expect([error?.code, heard.length]).toEqual(['overloaded', 1]);
      }),
  ],
  [
    'what does not pass is reported at once, with code, status, request and words',
    async ({ own, open, key }) => {
      const { error, requestIds } = await own.do({
        do: 'call',
        method: 'members.get',
        ids: ['mem_0000000000000000000000'],
      });
      expect(error).toMatchObject({ code: 'not_found', status: 404, requestId: expect.stringMatching(/./) });
      expect(requestIds.at(-1)).toBe(error?.requestId);
      const spanish = await open({ apiKey: key, baseUrl, language: 'es' });
      const refused = await spanish.do({ do: 'certify', file: '', file_name: 'e' });
      expect(refused.error).toMatchObject({
        code: 'empty_file',
        message: expect.stringContaining('archivo'),
      });
      await withScript(
        { open } as Given,
        [refusal(429, 'quota_exceeded', { 'retry-after': '86400' })],
        async (client, heard) => {
          const limit = await client.do({ do: 'call', method: 'account.get' });
          expect([limit.error?.retryAfter, heard.length]).toEqual([86_400, 1]);
        },
      );
    },
  ],
  [
    'an answer that is not from the server is called unexpected',
    (given) =>
      withScript(given, [(_, response) => response.writeHead(400).end('<h1>Bad gateway')], async (client) => {
        const { error } = await client.do({ do: 'call', method: 'account.get' });
        expect(error).toMatchObject({ code: 'unexpected_answer', status: 400 });
      }),
  ],
  [
    'ids cannot lead to another operation',
    (given) =>
      withScript(given, [refusal(404, 'not_found')], async (client, heard) => {
        for (const id of ['', '.', '..'])
          expect((await client.do({ do: 'call', method: 'members.delete', ids: [id] })).error?.code).toBe(
            'TypeError',
          );
        await client.do({ do: 'call', method: 'members.delete', ids: ['a/b?c'] });
        expect(heard.map(({ url }) => url)).toEqual(['/api/public/v1/members/a%2Fb%3Fc']);
      }),
  ],
  [
    'key and address come from the environment where they are not given',
    async ({ open, key }) => {
      const client = await open({}, { SELLO_API_KEY: key, SELLO_URL: baseUrl });
      expect((await client.do({ do: 'call', method: 'account.get' })).result.account).toMatchObject({
        certificates_left: 50,
      });
      await expect(open({ baseUrl })).rejects.toThrow('SELLO_API_KEY');
      await expect(open({ apiKey: 'x' })).rejects.toThrow('SELLO_URL');
      await expect(open({ apiKey: 'x', baseUrl: 'localhost' })).rejects.toThrow('address of a server');
    },
  ],
  [
    'the proxy of the environment is asked, except for the hosts that it excludes',
    async ({ open }) => {
      const proxy = await openScripted([json(200, { account: { id: 'acct_1' }, key: {} })]);
      const env = {
        SELLO_API_KEY: 'x',
        SELLO_URL: 'http://sello.example',
        HTTP_PROXY: proxy.url.replace('//', '//me:secret@'),
      };
      const client = await open({}, { ...env, http_proxy: env.HTTP_PROXY, no_proxy: '', NO_PROXY: '' });
      expect((await client.do({ do: 'call', method: 'account.get' })).result.account).toEqual({
        id: 'acct_1',
      });
      expect(proxy.heard).toMatchObject([
        {
          url: 'http://sello.example/api/public/v1/account',
          headers: { 'proxy-authorization': `Basic ${base64('me:secret')}`, host: 'sello.example' },
        },
      ]);
      const direct = await open(
        {},
        { ...env, http_proxy: env.HTTP_PROXY, SELLO_URL: baseUrl, no_proxy: '127.0.0.1,localhost' },
      );
      expect((await direct.do({ do: 'call', method: 'account.get' })).error?.status).toBe(401);
      await proxy.close();
    },
  ],
  [
    'members are entered, changed, imported from a table, listed and deleted',
    async ({ own }) => {
      const { result: member } = await own.do({
        do: 'call',
        method: 'members.create',
        body: { given_name: 'Ana', first_surname: 'Paz' },
      });
      const email = 'ana@example.com';
      const changed = await own.do({
        do: 'call',
        method: 'members.update',
        ids: [member.id],
        body: { email },
      });
      expect(changed.result).toMatchObject({ email });
      const csv = `given_name,first_surname,curp\nEva,Luna,${curpNumber(1)}\n`;
      const imported = await own.do({ do: 'call', method: 'members.import', body: { csv } });
      expect(imported.result).toMatchObject({ summary: { created: 1 } });
      const { result: rows } = await own.do({
        do: 'list',
        method: 'members.listImportRows',
        ids: [imported.result.id],
        most: 9,
      });
      expect(rows).toMatchObject([{ status: 'created' }]);
      const { result: members } = await own.do({
        do: 'list',
        method: 'members.list',
        query: { limit: 1 },
        most: 9,
      });
      expect(members.map(({ given_name }: { given_name: string }) => given_name).sort()).toEqual([
        'Ana',
        'Eva',
      ]);
      expect((await own.do({ do: 'call', method: 'members.delete', ids: [member.id] })).result).toBeNull();
    },
  ],
  [
    'a webhook is believed only with its signature and within its time',
    async ({ own }) => {
      const key = Buffer.alloc(32, 7);
      const secret = `whsec_${key.toString('base64')}`;
      const body =
        '{"type":"certificate.created","timestamp":"2026-03-09T16:20:11.000Z","data":{"title":"ñ"}}';
      const signature = createHmac('sha256', key).update(`evt_1.1000000.${body}`).digest('base64');
      const headers = {
        'Webhook-Id': 'evt_1',
        'webhook-timestamp': '1000000',
        'webhook-signature': `v1a,x v1,${signature}`,
      };
      const check = (change: object) =>
        own.do({ do: 'webhook', headers, body, secret, now: 1_000_100, ...change });
      expect((await check({})).result).toEqual(JSON.parse(body));
      expect(
        (await check({ secret: [`whsec_${base64('old old old old old old old old ')}`, secret] })).result,
      ).toBeTruthy();
      for (const change of [
        { body: body.replace('ñ', 'n') },
        { now: 1_000_301 },
        { now: 999_699 },
        { headers: { ...headers, 'webhook-signature': '' } },
        { headers: { ...headers, 'webhook-timestamp': '1e6' } },
        { secret: `whsec_${base64('another another another another ')}` },
      ])
        expect((await check(change)).error?.code).toBe('WebhookVerificationError');
    },
  ],
  [
    'an operation that the client does not know is called by its path',
    async ({ own }) => {
      const { result } = await own.do({
        do: 'request',
        verb: 'get',
        path: '/certificates',
        query: { limit: 1 },
      });
      expect(result).toMatchObject({ certificates: [], pagination: { has_more: false } });
    },
  ],
];

describe.for(CLIENTS)('the client for $name', ({ open }) => {
  test.for(TABLE)('%s', ([, check]) => withClient(open, check));
});
