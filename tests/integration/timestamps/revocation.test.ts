/** SELLO_PSC_REVOCATION from the setting to the certificate: real sockets, with lists and answers made by OpenSSL. */

import { randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { derOctetString } from '../../../proof/src/encoding/der-writer.ts';
import { OID } from '../../../proof/src/encoding/oids.ts';
import {
  createTimestampSigner,
  decodeTimestampRequest,
  encodePem,
  encodeTimestampResponse,
} from '../../../proof/src/index.ts';
import { makeAddressRules } from '../../../server/src/http/addresses/addresses.ts';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import type { Environment } from '../../../server/src/settings.ts';
import {
  openRevocationTransport,
  RevocationUnavailable,
} from '../../../server/src/timestamps/revocation/transport.ts';
import {
  authorityExtensions,
  extension,
  forgeCertificate,
  newRsaKeys,
  SIGNATURES,
  unitExtensions,
} from '../../harness/forge.ts';
import { crlPoints, ocspAccess } from '../../harness/forge-revocation.ts';
import { fileForm } from '../../harness/multipart.ts';
import { opensslCrl, opensslOcsp } from '../../harness/openssl-revocation.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

const DAY_MS = 86_400_000;
const POLICY = '2.25.329800735698586629295641978511506172918.1';
const SERIAL = 0x8003n;

type Issued = Parameters<typeof opensslOcsp>[0]['issued'];
type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

type World = Awaited<ReturnType<typeof openWorld>>;

/** A provider whose certificate points to a list and a responder on the same port. */
async function openWorld() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-revocation-'));
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const root = { ...dates, subject: 'Root', keys: newRsaKeys(), signature: SIGNATURES.rsa256 };
  const keyId = extension(OID.subjectKeyId, false, derOctetString(randomBytes(20)));
  const rootDer = forgeCertificate({ ...root, extensions: [...authorityExtensions(), keyId] });
  const unitKeys = newRsaKeys();
  const unitDer = forgeCertificate({
    ...dates,
    subject: 'Unit',
    keys: unitKeys,
    issuer: root,
    serial: SERIAL,
    signature: SIGNATURES.rsa256,
    extensions: [...unitExtensions(), crlPoints(`${origin}/root.crl`), ocspAccess(`${origin}/ocsp`)],
  });
  const signer = await createTimestampSigner({
    engine: nodeCryptoEngine,
    certificateDer: unitDer,
    issuerCertificates: [rootDer],
    algorithm: 'rsa-pkcs1-sha256',
    sign: (bytes) => new Uint8Array(sign('sha256', bytes, unitKeys.privateKey)),
    policy: POLICY,
    accuracyMs: 1000,
  });
  await writeFile(path.join(folder, 'roots.pem'), encodePem('CERTIFICATE', rootDer));

  // Made in advance, so that no deadline runs while a program starts.
  const listOf = (issued: Issued): Uint8Array =>
    opensslCrl(
      { issuer: { der: rootDer, keys: root.keys }, issued },
      { thisUpdate: new Date(Date.now() - 60_000), nextUpdate: new Date(Date.now() + DAY_MS) },
    );
  const clean: Issued = [{ serial: SERIAL }];
  const revoked: Issued = [
    { serial: SERIAL, revoked: { at: new Date(Date.now() - 3_600_000), reason: 'superseded' } },
  ];
  const [cleanList, revokedList] = [listOf(clean), listOf(revoked)];
  let isRevoked = false;
  const counts = { '/tsa': 0, '/root.crl': 0, '/ocsp': 0 };
  const honest: Record<keyof typeof counts, Answer> = {
    '/tsa': async (_, response, body) => {
      const request = decodeTimestampRequest(body);
      response.end(await encodeTimestampResponse(signer, { ...request, serial: 7n, genTime: new Date() }));
    },
    '/root.crl': (_, response) => response.end(isRevoked ? revokedList : cleanList),
    '/ocsp': (_, response, body) => {
      const issuer = { der: rootDer, keys: root.keys };
      response.end(opensslOcsp({ issuer, issued: isRevoked ? revoked : clean }, body));
    },
  };
  const answers = { ...honest };
  server.on('request', async (request, response) => {
    const place = request.url as keyof typeof counts;
    counts[place] += 1;
    answers[place](request, response, Buffer.concat(await request.toArray()));
  });
  return {
    origin,
    counts,
    answers,
    env: (revocation: string): Environment => ({
      SELLO_PSC_URL: `${origin}/tsa`,
      SELLO_PSC_NAME: 'PSC',
      SELLO_PSC_ROOTS: path.join(folder, 'roots.pem'),
      SELLO_PSC_REVOCATION: revocation,
      SELLO_REVOCATION_ALLOW: '127.0.0.1',
    }),
    revoke: () => {
      isRevoked = true;
    },
    reset() {
      isRevoked = false;
      Object.assign(counts, { '/tsa': 0, '/root.crl': 0, '/ocsp': 0 });
      Object.assign(answers, honest);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let world: World;
const sellos: TestSello[] = [];

beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  for (const sello of sellos.splice(0)) await sello.close();
  world.reset();
});
afterAll(() => world.close());

async function openSelloWith(revocation: string): Promise<{ sello: TestSello } & TestAccount> {
  const sello = await openTestSello(world.env(revocation));
  sellos.push(sello);
  return { sello, ...(await sello.newAccount({ certificates: 5 })) };
}

const drop: Answer = (request) => request.socket.destroy();

describe('SELLO_PSC_REVOCATION', () => {
  test('is off by default: no requests and no warnings', async () => {
    const { sello, key } = await openSelloWith('');
    const { nom151 } = await sello.certify(key);
    expect(nom151).toMatchObject({ psc: 'PSC', warnings: [] });
    expect(world.counts).toEqual({ '/tsa': 1, '/root.crl': 0, '/ocsp': 0 });
  });

  test.each([
    ['crl', { '/tsa': 3, '/root.crl': 1, '/ocsp': 0 }],
    ['ocsp', { '/tsa': 3, '/root.crl': 0, '/ocsp': 1 }],
    ['both', { '/tsa': 3, '/root.crl': 1, '/ocsp': 1 }],
  ])('%s asks once for many stamps, and a valid signer causes no warning', async (revocation, counts) => {
    const { sello, key } = await openSelloWith(revocation);
    for (let i = 0; i < 3; i += 1) expect((await sello.certify(key)).nom151.warnings).toEqual([]);
    expect(world.counts).toEqual(counts);
  });

  test.each(['crl', 'ocsp', 'both'])(
    '%s: a stamp of a revoked signer is refused, and costs nothing',
    async (revocation) => {
      const { sello, key, account } = await openSelloWith(revocation);
      world.revoke();
      const before = await sello.certificatesLeft(account);
      const answer = await sello.call('POST', `${API}/certificates`, { key, ...fileForm('x') });
      expect(answer).toMatchObject({ status: 502, body: { error: 'psc_error' } });
      expect(sello.logLines.join()).toMatch(
        /invalid_token.*revocation \(.*Unit.* was revoked on .* \(superseded\)/,
      );
      expect(await sello.certificatesLeft(account)).toBe(before);
      const list = await sello.call('GET', `${API}/certificates`, { key });
      expect(list.body.pagination.total).toBe(0);
    },
  );

  test('an unreachable server blocks no stamp: the certificate carries a warning, after a single request', async () => {
    world.answers['/root.crl'] = drop;
    const { sello, key } = await openSelloWith('crl');
    for (let i = 0; i < 3; i += 1) {
      expect((await sello.certify(key)).nom151.warnings).toEqual([
        {
          code: 'revocation_unknown',
          message: `nothing is known about "Unit"; ${world.origin}/root.crl could not be reached`,
        },
      ]);
    }
    expect(world.counts['/root.crl']).toBe(1);
    expect(sello.logLines.filter((line) => line.includes('revocation.unavailable'))).toHaveLength(1);
    // A minute later the server of the list is back.
    world.reset();
    sello.advance(61_000);
    expect((await sello.certify(key)).nom151.warnings).toEqual([]);
  });

  test('a server that never answers delays a stamp by two seconds, once', async () => {
    world.answers['/ocsp'] = () => {};
    const { sello, key } = await openSelloWith('ocsp');
    const startedAt = performance.now();
    const [{ code, message }] = (await sello.certify(key)).nom151.warnings;
    expect(code).toBe('revocation_unknown');
    expect(message).toContain('no answer within 2000 ms');
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    sello.advance(2_001);
    expect((await sello.certify(key)).nom151.warnings[0].message).toContain('has not answered yet');
    expect(world.counts['/ocsp']).toBe(1);
  });

  test('test keys never wait for it: the embedded authority has no revocation server', async () => {
    const { sello } = await openSelloWith('both');
    const { account } = await sello.newAccount();
    const { key } = await sello.newKey(account, { mode: 'test' });
    expect((await sello.certify(key)).nom151.warnings).toEqual([]);
    expect(world.counts).toEqual({ '/tsa': 0, '/root.crl': 0, '/ocsp': 0 });
  });
});

describe('the transport', () => {
  const transport = openRevocationTransport(makeAddressRules(['127.0.0.1']));
  afterAll(() => transport.close());
  const ask = (url: string, signal = AbortSignal.timeout(10_000)) =>
    transport.ask({ url, maxBytes: 1000, signal });
  const answerWith = (answer: Answer) => {
    world.answers['/root.crl'] = answer;
    return `${world.origin}/root.crl`;
  };

  test('stops reading at the size cap, whatever Content-Length states', async () => {
    let sent = 0;
    const url = answerWith((_, response) => {
      const timer = setInterval(() => {
        sent += 500;
        response.write(Buffer.alloc(500));
      }, 1);
      response.once('close', () => clearInterval(timer));
    });
    await expect(ask(url)).rejects.toThrow('sent more than 1000 bytes');
    expect(sent).toBeLessThan(1_000_000);
  });

  test.each<[string, Answer, string]>([
    [
      'a redirect is not followed',
      (_, response) => response.writeHead(302, { location: '/tsa' }).end(),
      'answered 302',
    ],
    ['an error page', (_, response) => response.writeHead(500).end('x'.repeat(100_000)), 'answered 500'],
    [
      'a connection cut off',
      (_, response) => {
        response.writeHead(200, { 'content-length': 500 });
        response.write('x', () => response.destroy());
      },
      'could not be reached',
    ],
  ])('%s', async (_, answer, message) => {
    await expect(ask(answerWith(answer))).rejects.toThrow(message);
    expect(world.counts['/tsa']).toBe(0);
  });

  test('a slow answer ends with the abort signal', async () => {
    const controller = new AbortController();
    const url = answerWith((_, response) => {
      response.write('x', () => controller.abort(new Error('enough')));
    });
    await expect(ask(url, controller.signal)).rejects.toThrow('enough');
  });

  test.each(['ftp://127.0.0.1/a', 'file:///etc/passwd', 'ldap://127.0.0.1/cn=a', 'no address'])(
    '%s gets no request',
    async (url) => {
      await expect(ask(url)).rejects.toBeInstanceOf(RevocationUnavailable);
    },
  );
});
