/** `sello verify --broken`: what older evidence still proves once an algorithm counts as broken. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ALGORITHM_NAMES,
  decodeTimestampResponse,
  type EvidenceVerdict,
  encodePem,
  encodeProofXml,
  writeBundle,
} from '@sello/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../../server/src/cli/verify/one-file.ts';
import { forgeProvider } from '../../harness/forged-provider.ts';
import { nodeEngine } from '../../harness/node-engine.ts';
import { stampIntoLog } from '../../harness/renewed-token.ts';
import { makeSample } from '../../harness/sample-proof.ts';

const STAMPED = new Date('2026-03-01T10:00:00Z');
const RENEWED = new Date('2026-03-02T00:00:30Z');
/** Long after this test was written, and before the certificates run out. */
const AS_OF = ['--as-of', '2090-06-01'];
const GOOD_UNTIL = new Date('2049-12-31T00:00:00Z');

const PYTHON = fileURLToPath(new URL('../../interop/verify_blockchain_proof.py', import.meta.url));

let folder: string;
let file: (name: string) => string;
let logKey: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-broken-'));
  file = (name) => path.join(folder, name);
  const provider = await forgeProvider({ name: 'PSC', keys: 'rsa', notAfter: GOOD_UNTIL });
  const other = await forgeProvider({ name: 'Other PSC', keys: 'p384', notAfter: GOOD_UNTIL });
  const { tsr, digest, renew } = await stampIntoLog(provider, STAMPED);
  const content = {
    claims: {
      certificate_id: 'cert_x',
      title: 'Hola',
      file: { name: 'hola.txt', size: 4, sha256: Buffer.from(digest).toString('hex') },
      psc: 'PSC',
      qr_verification_url: 'https://sello.example/v/x',
    },
    tsr,
    chain: [provider.unitDer, provider.rootDer],
    lasting: { renewals: [await renew(other, RENEWED)], revocation: undefined },
  };
  await writeFile(file('bundle.zip'), await writeBundle(nodeEngine, content));
  await writeFile(file('alone.tsr'), tsr);
  await writeFile(file('original'), 'hola');
  await writeFile(
    file('roots.pem'),
    [provider, other].map(({ rootDer }) => encodePem('CERTIFICATE', rootDer)).join(''),
  );
  const sample = await makeSample();
  logKey = sample.vkey;
  await writeFile(file('proof.xml'), encodeProofXml(sample.proof));
  const tokenSha256 = await nodeEngine.digest('SHA-256', decodeTimestampResponse(tsr).token!.der);
  const own = await makeSample({ document: { fileSha256: digest, tokenSha256 } });
  await writeFile(file('own.xml'), encodeProofXml(own.proof));
  await writeFile(file('own.tsr'), tsr);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(...args: string[]) {
  const { status, out, errors } = await verify([...args, '--json']);
  if (out === '') return { status, errors, because: () => undefined };
  const { checks } = JSON.parse(out) as EvidenceVerdict;
  return { status, errors, because: (name: string) => checks.find((check) => check.name === name)?.because };
}

const bundle = (...args: string[]) =>
  ask(file('original'), '--bundle', file('bundle.zip'), '--root', file('roots.pem'), ...args);
const alone = (...args: string[]) =>
  ask(file('original'), '--tsr', file('alone.tsr'), '--root', file('roots.pem'), ...args);
const proof = (...args: string[]) => ask('--xml', file('proof.xml'), ...args);

/** Runs the second verifier on the same proof. */
function python(...args: string[]): { status: number | null; said: string } {
  const given = args.includes(file('own.tsr')) ? 'own.xml' : 'proof.xml';
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [PYTHON, file(given), ...args], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe('RSA is declared broken', () => {
  const broken = ['--broken', 'RSA@2047-01-01', '--as-of', '2048-01-01'];

  test('a token signed with it is still proved if a checkpoint that covers it was stamped with another algorithm', async () => {
    const { status, because } = await bundle(...broken);
    expect(status).toBe(0);
    expect(because('timestamp.keys')).toMatch(/^RSA counts as broken since 2047-01-01.*existed before that/);
  });

  test('the same token alone proves nothing any more, nor does one that was broken before it was made', async () => {
    const { status, because } = await alone(...broken);
    expect([status, because('timestamp.keys')]).toEqual([
      1,
      expect.stringContaining('missing: a checkpoint'),
    ]);
    expect((await bundle('--broken', 'RSA@2026-01-01')).status).toBe(1);
    expect((await alone('--as-of', '2048-01-01')).status).toBe(0);
  });

  test('a token is not proved by a checkpoint that was stamped after the break, or whose stamp is broken too', async () => {
    expect((await bundle('--broken', 'RSA@2026-03-01T12:00:00Z')).status).toBe(1);
    expect((await bundle(...broken, '--broken', 'ecdsa@2047-01-01')).status).toBe(1);
    expect((await bundle('--broken', 'ECDSA@2047-01-01', '--as-of', '2048-01-01')).status).toBe(0);
  });
});

test('one curve can be declared broken without affecting the others', async () => {
  const rsa = ['--broken', 'RSA@2047-01-01', '--as-of', '2048-01-01'];
  expect((await bundle(...rsa, '--broken', 'P-256@2047-01-01')).status).toBe(0);
  const { status, because } = await bundle(...rsa, '--broken', 'P-384@2047-01-01');
  expect([status, because('timestamp.keys')]).toEqual([1, expect.stringContaining('RSA counts as broken')]);
});

describe('a blockchain proof, which has no date of its own,', () => {
  test.for([
    ['sha256', 1],
    ['Keccak-256', 1],
    ['Ed25519', 1],
    ['RSA', 0],
    ['ML-DSA', 0],
  ] as const)('with %s declared broken has exit status %i, also in Python', async ([name, status]) => {
    const drill = ['--log-key', logKey, '--broken', `${name}@2026-01-01`];
    const asked = await proof(...drill);
    expect([asked.status, asked.because('blockchain.algorithms')]).toEqual([
      status,
      expect.stringContaining('broken'),
    ]);
    expect(python(...drill).status).toBe(status);
    const later = ['--log-key', logKey, '--broken', `${name}@2035-01-01`, '--as-of', '2036-01-01'];
    expect([(await proof(...later)).status, python(...later).status]).toEqual([status, status]);
  });

  test("does not rely on the log's signature if no log key was given", async () => {
    const drill = ['--broken', 'Ed25519@2026-01-01'];
    expect([(await proof(...drill)).status, python(...drill).status]).toEqual([3, 3]);
  });

  test('and the Python verifier does not claim to judge time stamps, which it does not read', () => {
    const { status, said } = python('--broken', 'RSA@2026-01-01', '--token', file('alone.tsr'));
    expect([status, said]).toEqual([1, expect.stringContaining('different documents')]);
    const own = python('--broken', 'RSA@2026-01-01', '--token', file('own.tsr'));
    expect([own.status, own.said]).toEqual([1, expect.stringContaining('leave --token out')]);
  });
});

describe('a wrong spelling is wrong usage', () => {
  test.for(['sha256WithRSA@2035-01-01', 'RSA', 'RSA@', '@2035-01-01', 'RSA@2035-01-01@x'])(
    '%s',
    async (given) => {
      const { status, errors } = await alone(...AS_OF, '--broken', given);
      const second = python(...AS_OF, '--broken', given);
      expect([status, second.status]).toEqual([2, 2]);
      for (const told of [errors, second.said]) {
        if (!given.startsWith('RSA@')) for (const name of ALGORITHM_NAMES) expect(told).toContain(name);
        expect(told).toContain('--broken');
      }
    },
  );

  test.for(['2035-02-30', '2035-1-1', 'tomorrow', '2035-01-01T25:00:00Z'])('the day %s', async (day) => {
    for (const args of [
      ['--broken', `RSA@${day}`, ...AS_OF],
      ['--as-of', day],
    ]) {
      const { status, errors } = await alone(...args);
      expect([status, errors]).toEqual([2, expect.stringContaining('2035-01-01')]);
      const second = python(...args);
      expect([second.status, second.said]).toEqual([2, expect.stringContaining('2035-01-01')]);
    }
  });

  test('a future day is judged only with --as-of, which cannot be in the past', async () => {
    const early = await alone('--broken', 'RSA@2090-01-01');
    expect([early.status, early.errors]).toEqual([2, expect.stringContaining('add --as-of 2090-01-01')]);
    const past = await alone('--as-of', '2020-01-01');
    expect([past.status, past.errors]).toEqual([2, expect.stringContaining('a day to come')]);
    expect(python('--broken', 'RSA@2090-01-01')).toMatchObject({
      status: 2,
      said: expect.stringContaining('add --as-of 2090-01-01'),
    });
    expect(python('--as-of', '2020-01-01')).toMatchObject({
      status: 2,
      said: expect.stringContaining('a day to come'),
    });
  });
});
