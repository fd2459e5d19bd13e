/** A Sello whose provider, revocation list and OCSP responder are forged, served on loopback, and driven by the test. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readZip } from '../../proof/src/encoding/zip.ts';
import { encodePem, type TrustProfile } from '../../proof/src/index.ts';
import type { Environment } from '../../server/src/settings.ts';
import { stampCheckpoint } from '../../server/src/timestamps/checkpoints/stamp-checkpoint.ts';
import { keepRevocation } from '../../server/src/timestamps/revocation/keep-revocation.ts';
import { type CrlEntry, nonceOf } from './forge-revocation.ts';
import { type ForgedProvider, forgeProvider, UNIT_SERIAL } from './forged-provider.ts';
import { type HttpExchange, openHttpServer } from './http-server.ts';
import { API, openTestSello, type TestAccount, type TestSello } from './test-sello.ts';

export const DAY_MS = 86_400_000;

export type LastingSello = {
  sello: TestSello;
  /** The settings that name its provider. */
  env: Environment;
  caller: TestAccount;
  provider: ForgedProvider;
  trust: readonly TrustProfile[];
  /** How many requests each server has got. */
  counts: Record<'/tsa' | '/root.crl' | '/ocsp', number>;
  /** Entries of the revocation list that is served. */
  revoked: CrlEntry[];
  /** Functions that answer in place of these servers. */
  answers: Partial<Record<'/tsa' | '/root.crl' | '/ocsp', (exchange: HttpExchange) => unknown>>;
  /** Certifies this text and sequences it; resolves with its id. */
  certify(content: string): Promise<string>;
  /** One round of the stamper of checkpoints. */
  stamp(): Promise<boolean>;
  /** One round of the keeper of revocation answers. */
  keep(): Promise<number>;
  bundle(id: string, key?: string): Promise<Uint8Array>;
  filesIn(zip: Uint8Array): Map<string, Uint8Array>;
  rows(table: string): Promise<Record<string, unknown>[]>;
  /** From now on this provider makes the stamps. */
  stampBy(successor: ForgedProvider): void;
  /** Takes provider and revocation servers off the network. */
  switchOff(): Promise<void>;
  close(): Promise<void>;
};

/** `successors` are providers of later years. Their roots are trusted from the start. */
export async function openLastingSello(
  env: Environment = {},
  successors: readonly ForgedProvider[] = [],
): Promise<LastingSello> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-lasting-'));
  const counts = { '/tsa': 0, '/root.crl': 0, '/ocsp': 0 };
  const answers: LastingSello['answers'] = {};
  const revoked: CrlEntry[] = [];
  let now = () => new Date();
  let provider: ForgedProvider | undefined;
  const server = await openHttpServer(async (exchange) => {
    const place = exchange.url as keyof typeof counts;
    counts[place] += 1;
    if (answers[place] !== undefined) return answers[place](exchange);
    exchange.response.end(await honestAnswer(provider!, exchange, now(), revoked));
  });
  provider = await forgeProvider({
    name: 'PSC unit',
    keys: 'rsa',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date('2031-01-01T00:00:00Z'),
    revocationOrigin: server.origin,
  });
  const rootsFile = path.join(folder, 'roots.pem');
  const roots = [provider, ...successors].map(({ rootDer }) => encodePem('CERTIFICATE', rootDer));
  await writeFile(rootsFile, roots.join(''));
  const settings: Environment = {
    SELLO_PSC_URL: `${server.origin}/tsa`,
    SELLO_PSC_NAME: 'PSC',
    SELLO_PSC_ROOTS: rootsFile,
    SELLO_REVOCATION_ALLOW: '127.0.0.1',
    ...env,
  };
  const sello = await openTestSello(settings);
  now = sello.ports.now;
  const caller = await sello.newAccount({ certificates: 50 });
  return {
    sello,
    env: settings,
    caller,
    provider,
    trust: [provider, ...successors].map(({ profile }) => profile),
    counts,
    revoked,
    answers,
    async certify(content) {
      const { id } = await sello.certify(caller.key, content);
      await sello.sequence();
      return id;
    },
    stamp: () => stampCheckpoint(sello.ports, DAY_MS),
    keep: () => keepRevocation({ ...sello.ports, ask: sello.ports.askRevocation }),
    async bundle(id, key = caller.key) {
      const url = `${API}/certificates/${id}/proof?type=bundle&format=raw`;
      const answer = await sello.call('GET', url, { key });
      if (answer.status !== 200) throw new Error(`no bundle: ${answer.text}`);
      return answer.bytes;
    },
    filesIn: (zip) => new Map(readZip(zip).map(({ name, content }) => [name, content])),
    rows: (table) => sello.database.query(`select * from ${table} order by 1, 2`),
    stampBy(successor) {
      provider = successor;
    },
    switchOff: () => server.refuse(),
    async close() {
      await sello.close();
      await server.refuse();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const sha256Of = (content: string): Buffer => createHash('sha256').update(content).digest();

async function honestAnswer(
  provider: ForgedProvider,
  { url, body }: HttpExchange,
  now: Date,
  revoked: readonly CrlEntry[],
): Promise<Uint8Array> {
  if (url === '/tsa') return provider.answer(body, now);
  const thisUpdate = new Date(Math.floor(now.getTime() / 1000) * 1000);
  if (url === '/root.crl') return provider.crl({ thisUpdate, entries: revoked });
  const nonce = nonceOf(body);
  const [entry] = revoked.filter(({ serial }) => serial === UNIT_SERIAL);
  return provider.ocsp({
    thisUpdate,
    ...(entry && { status: { revokedAt: entry.at } }),
    ...(nonce && { nonce }),
  });
}
