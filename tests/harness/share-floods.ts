/** For each shared resource, a flood that takes one account or one network to its limit. Runs in a separate process. */

import { randomBytes } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toWorkbook, XLSX_TYPE } from '../../server/src/http/workbook.ts';
import type { SHARED_THINGS } from '../../server/src/kernel/shares/shared-things.ts';
import { fileForm, multipart } from './multipart.ts';
import { ODD_PDFS } from './odd-pdfs.ts';
import { readVector } from './read-vector.ts';

export type FloodedThing =
  | Exclude<keyof typeof SHARED_THINGS, 'stamps' | 'trials'>
  | 'connections'
  | 'write_connections'
  | 'password_hashes'
  | 'test_records';

export type Attacker = {
  baseUrl: string;
  key: string;
  testKey: string;
  /** The address that the attacker calls from. */
  network: string;
};

/** The calls that an honest account makes during a flood. */
export const HONEST_CALLS = ['certify', 'list', 'verify', 'member', 'webhook'] as const;

export type HonestCall = (typeof HONEST_CALLS)[number];

/** How long each call took, in milliseconds. */
export type HonestReport = { took: Record<HonestCall, number[]>; failures: string[] };

/** This many simultaneous calls, each repeated without end. */
type Flood = { atOnce: number; shoot(number: number): Promise<number>; end?(): void };

type Sent = { method?: string; key?: string; type?: string; body?: Buffer; network?: string };

const API = '/api/public/v1';

/** A search that reads every row. */
const TEN_WORDS = encodeURIComponent('a b c d e f g h i j');

export class Caller {
  readonly #agents = new Map<string, Agent>();
  readonly attacker: Attacker;

  constructor(attacker: Attacker) {
    this.attacker = attacker;
  }

  async send(path: string, sent: Sent = {}): Promise<{ status: number; text: string }> {
    const { baseUrl, key, network } = this.attacker;
    const { method = 'GET', type = 'application/json', body } = sent;
    const localAddress = sent.network ?? network;
    const headers = {
      authorization: `Bearer ${sent.key ?? key}`,
      ...(body !== undefined && { 'content-type': type, 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const agent = this.#agentOf(localAddress);
      const asked = request(`${baseUrl}${path}`, { method, agent, localAddress, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
        );
      });
      asked.once('error', reject).end(body);
    });
  }

  post(path: string, payload: object, key = this.attacker.key) {
    return this.send(`${API}${path}`, { method: 'POST', key, body: Buffer.from(JSON.stringify(payload)) });
  }

  async make(path: string, payload: object, name: string, key = this.attacker.key) {
    const { status, text } = await this.post(path, payload, key);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text)[name];
  }

  #agentOf(network: string): Agent {
    const agent = this.#agents.get(network) ?? new Agent({ keepAlive: true });
    this.#agents.set(network, agent);
    return agent;
  }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ given_name: `Ana ${i}`, first_surname: 'Luna Sol' }));

const withNote = (row: object) => ({ ...row, note: 'x'.repeat(20_000) });

const get = (caller: Caller, path: string) => async () => (await caller.send(`${API}${path}`)).status;

/** The same bytes each time, because the server is measured and not this process. */
const importing = (caller: Caller, payload: object) => {
  const body = Buffer.from(JSON.stringify({ dry_run: true, ...payload }));
  return async () => (await caller.send(`${API}/members/import`, { method: 'POST', body })).status;
};

/** Markings and not imports: imports of one account refuse each other, so they would not take all turns. */
const marking = (caller: Caller, count: number) => {
  const marks = Array.from({ length: count }, (_, i) => ({ member_number: `N${i}`, item: 'cuota' }));
  const body = Buffer.from(JSON.stringify({ dry_run: true, rows: marks }));
  return async () => (await caller.send(`${API}/markings`, { method: 'POST', body })).status;
};

const certifyMany = async (caller: Caller, count: number, fields: object = {}) => {
  const { testKey } = caller.attacker;
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const sha256 = randomBytes(32).toString('hex');
    const payload = { sha256, file_name: 'a.pdf', ...fields };
    ids.push((await caller.make('/certificates', payload, 'certificate', testKey)).id);
  }
  return ids;
};

export const FLOODS: Record<FloodedThing, (caller: Caller) => Promise<Flood>> = {
  async connections(caller) {
    const ids = await certifyMany(caller, 1);
    const key = caller.attacker.testKey;
    const path = `${API}/certificates/${ids[0]}/proof?type=tsr&format=raw`;
    return { atOnce: 60, shoot: async () => (await caller.send(path, { key })).status };
  },
  async searches(caller) {
    for (let i = 0; i < 2; i += 1) await caller.make('/members/import', { rows: rows(10_000) }, 'import');
    return { atOnce: 60, shoot: get(caller, `/members?q=${TEN_WORDS}`) };
  },
  async write_connections(caller) {
    const { id } = await caller.make('/members', rows(1)[0] ?? {}, 'member');
    const path = `${API}/members/${id}`;
    const shoot = async (i: number) => {
      const body = Buffer.from(JSON.stringify({ given_name: `Ana ${i}` }));
      return (await caller.send(path, { method: 'PATCH', body })).status;
    };
    return { atOnce: 100, shoot };
  },
  async changes(caller) {
    return { atOnce: 14, shoot: marking(caller, 2_000) };
  },
  async constancias(caller) {
    const key = caller.attacker.testKey;
    const ids = await certifyMany(caller, 40, { description: `a${'\u0301\u0323'.repeat(2_000)}` });
    const path = (i: number) => `${API}/certificates/${ids[i % ids.length]}/proof?type=constancia&format=raw`;
    return { atOnce: 40, shoot: async (i) => (await caller.send(path(i), { key })).status };
  },
  async documents(caller) {
    const { id } = await caller.make('/members', rows(1)[0] ?? {}, 'member');
    return { atOnce: 40, shoot: get(caller, `/members/${id}/transcript?format=pdf`) };
  },
  async workbooks(caller) {
    const body = await toWorkbook(
      ['nombre'],
      Array.from({ length: 2_000 }, (_, i) => [`Ana ${i}`]),
    );
    const send = async () =>
      (await caller.send(`${API}/members/import?dry_run=true`, { method: 'POST', body, type: XLSX_TYPE }))
        .status;
    return { atOnce: 40, shoot: send };
  },
  async verifications(caller) {
    const { payload, headers } = multipart([
      { name: 'evidence', value: readVector('nom151/advantage-2018-07-18.tsr'), filename: 'constancia.asn1' },
      { name: 'sha256', value: 'ab'.repeat(32) },
    ]);
    const asked = { method: 'POST', body: payload, type: String(headers['content-type']) };
    return { atOnce: 60, shoot: async () => (await caller.send(`${API}/evidence/verify`, asked)).status };
  },
  async seals(caller) {
    const { payload, headers } = fileForm(ODD_PDFS.simple as Uint8Array, { seal: 'pdf' });
    const asked = { method: 'POST', body: payload, type: String(headers['content-type']) };
    return { atOnce: 60, shoot: async () => (await caller.send(`${API}/certificates`, asked)).status };
  },
  async exports(caller) {
    const items = Array.from({ length: 5_000 }, () => ({
      sha256: randomBytes(32).toString('hex'),
      file_name: 'a.pdf',
      description: 'd'.repeat(500),
    }));
    await caller.make('/batches', { items }, 'batch');
    return { atOnce: 30, shoot: get(caller, '/certificates/export?format=ndjson') };
  },
  async waiting_seats(caller) {
    const key = caller.attacker.testKey;
    let [id] = await certifyMany(caller, 1);
    return {
      atOnce: 1_200,
      async shoot(i) {
        // Makes a new certificate from time to time, because each is certified within seconds and then nobody waits for
        // it.
        if (i % 400 === 399) [id] = await certifyMany(caller, 1);
        return (await caller.send(`${API}/certificates/${id}?wait=certified&timeout=1`, { key })).status;
      },
    };
  },
  async shared_stamp_seats(caller) {
    const key = caller.attacker.testKey;
    const body = Buffer.from(
      JSON.stringify({ sha256: 'ab'.repeat(32), file_name: 'a.pdf', stamp: 'shared' }),
    );
    const shoot = async () =>
      (await caller.send(`${API}/certificates`, { method: 'POST', key, body })).status;
    return { atOnce: 1_200, shoot };
  },
  async deliveries(caller) {
    // Never answers.
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    for (let i = 0; i < 40; i += 1)
      await caller.post('/webhooks', { url: `http://127.0.0.1:${port}/${i}`, events: ['*'] });
    return {
      atOnce: 2,
      shoot: async () => (await caller.post('/members', rows(1)[0] ?? {})).status,
      end: () => silent.close(),
    };
  },
  async held_bytes(caller) {
    return { atOnce: 40, shoot: importing(caller, { rows: rows(300).map(withNote) }) };
  },
  async delayed_refusals(caller) {
    return { atOnce: 300, shoot: async () => (await caller.send('/v/AAAAAAAAAAAA.json')).status };
  },
  async password_hashes(caller) {
    return {
      atOnce: 40,
      async shoot(i) {
        // Changes address and network, because ten logins may fail for one address and a hundred from one network.
        const network = `127.1.${Math.floor(i / 50) % 250}.${(i % 50) + 1}`;
        const login = { email: `nobody${i}@example.com`, password: 'Wrong, of course 1' };
        const body = Buffer.from(JSON.stringify(login));
        return (await caller.send('/api/dashboard/login', { method: 'POST', body, network })).status;
      },
    };
  },
  async test_records(caller) {
    const key = caller.attacker.testKey;
    return {
      atOnce: 16,
      async shoot() {
        const { headers, payload } = fileForm(randomBytes(20));
        const type = String(headers['content-type']);
        const sent = { method: 'POST', key, type, body: Buffer.from(payload) };
        return (await caller.send(`${API}/certificates`, sent)).status;
      },
    };
  },
};
