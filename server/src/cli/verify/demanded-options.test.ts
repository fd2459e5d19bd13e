/**
 * P110: if an option of `sello verify` demands something, a check of its own answers the demand, or the verdict is
 * invalid.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeTimestampResponse, encodeHex, encodePem, encodeUtf8, encodeWitnessKey } from '@sello/proof';
import { afterAll, describe, expect, test } from 'vitest';
import { encodeProofXml } from '../../../../proof/src/anchors/proof-xml.ts';
import { readVector } from '../../../../tests/harness/read-vector.ts';
import { makeSample, sha256 } from '../../../../tests/harness/sample-proof.ts';
import { createTestAuthority } from '../../../../tests/harness/test-authority.ts';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { VERIFY_OPTIONS, verifyCommand } from './verify.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sello-demands-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Uint8Array | string): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

const CONTENT = encodeUtf8('hola\n');
const DIGEST = sha256(CONTENT);
const authority = await createTestAuthority('ecdsa-p256-sha256');
const stranger = await createTestAuthority('rsa-pkcs1-sha256');
const tsr = await authority.stamp(DIGEST);
const tokenSha256 = sha256(decodeTimestampResponse(tsr).token!.der);
const { proof, vkey } = await makeSample({ document: { fileSha256: DIGEST, tokenSha256 } });

const STAMP = file('a.tsr', tsr);
const PROOF = file('a.xml', encodeProofXml(proof));
const ORIGINSTAMP = file('o.xml', readVector('blockchain-xml/originstamp-bitcoin-68f5f784.xml'));
const DOCUMENT = file('a.txt', CONTENT);
const ROOT = file('root.pem', encodePem('CERTIFICATE', authority.rootDer));
const OTHER_ROOT = file('other.pem', encodePem('CERTIFICATE', stranger.rootDer));
const BLOCK = encodeHex(proof.anchors[0]!.block.hash);
const WITNESS = await encodeWitnessKey(nodeCryptoEngine, 'witness.example', sha256(CONTENT));

/** The exit status of `sello verify`; 2 for wrong usage. */
async function statusOf(...args: string[]): Promise<number> {
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  return verifyCommand(args, terminal).then(
    () => 0,
    (error) => {
      if (error instanceof CommandFailed) return error.status;
      if (error instanceof UsageError) return 2;
      throw error;
    },
  );
}

const [VALID, INVALID, USAGE] = [0, 1, 2];
const GOOD = ['--tsr', STAMP, '--root', ROOT];

/** For each option, evidence that cannot answer its demand, although something else would make the evidence valid. */
const DEMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  hash: [
    [...GOOD, '--hash', '00'.repeat(32)],
    [...GOOD, '--hash', '00'.repeat(48)],
  ],
  root: [
    ['--xml', PROOF, '--log-key', vkey, '--root', ROOT],
    ['--tsr', STAMP, '--xml', PROOF, '--log-key', vkey, '--root', OTHER_ROOT],
  ],
  'log-key': [
    [...GOOD, '--log-key', vkey],
    [...GOOD, '--xml', ORIGINSTAMP, '--log-key', vkey],
  ],
  'trusted-block': [
    [...GOOD, '--trusted-block', BLOCK],
    [...GOOD, '--xml', PROOF, '--trusted-block', '00'.repeat(32)],
    ['--xml', ORIGINSTAMP, '--trusted-block', BLOCK],
  ],
  witness: [[...GOOD, '--xml', PROOF, '--log-key', vkey, '--witness', WITNESS]],
  'witness-quorum': [[...GOOD, '--xml', PROOF, '--witness', WITNESS, '--witness-quorum', '1']],
  broken: [
    [...GOOD, '--broken', 'SHA-256@2020-01-01'],
    ['--xml', PROOF, '--log-key', vkey, '--broken', 'Ed25519@2020-01-01'],
  ],
};

/** Options that are wrong usage if the evidence cannot answer them. */
const REFUSED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  rpc: [[...GOOD, '--xml', PROOF, '--rpc', 'http://127.0.0.1:9/']],
  'as-of': [[...GOOD, '--as-of', '2020-01-01']],
  certificate: [[...GOOD, '--certificate', 'cert_0000000000000000000000']],
  extract: [[...GOOD, '--extract', path.join(folder, 'out.zip')]],
  transcript: [[...GOOD, '--transcript', DOCUMENT]],
};

/** These options name evidence or the form of the output, so nothing is compared with them. */
const NOT_DEMANDS = ['tsr', 'xml', 'bundle', 'record', 'receipt', 'json'];

test('P110 every option is either a demand that is tested with evidence, or demands nothing', () => {
  const known = [...Object.keys(DEMANDS), ...Object.keys(REFUSED), ...NOT_DEMANDS];
  expect(known.sort()).toEqual(Object.keys(VERIFY_OPTIONS).sort());
});

test('the evidence is valid if nothing else is demanded', async () => {
  expect(await statusOf(DOCUMENT, ...GOOD, '--xml', PROOF, '--log-key', vkey, '--trusted-block', BLOCK)).toBe(
    VALID,
  );
  expect(await statusOf(...GOOD, '--hash', encodeHex(DIGEST))).toBe(VALID);
});

describe.each(Object.entries(DEMANDS))('P110 --%s', (_, commands) => {
  test.each(commands.map((args) => [args]))('is not ignored: %j', async (args) => {
    expect(await statusOf(...args)).toBe(INVALID);
  });
});

describe.each(Object.entries(REFUSED))('P110 --%s', (_, commands) => {
  test.each(commands.map((args) => [args]))('is refused: %j', async (args) => {
    expect(await statusOf(...args)).toBe(USAGE);
  });
});

test('P110 a file given with the evidence is a demand too, and so is the second of two values', async () => {
  expect(await statusOf(file('b.txt', 'otro'), ...GOOD)).toBe(INVALID);
  for (const [option, value] of [
    ['--hash', encodeHex(DIGEST)],
    ['--tsr', STAMP],
    ['--xml', PROOF],
  ] as const)
    expect(await statusOf(...GOOD.slice(2), option, value, option, value), option).toBe(USAGE);
});
