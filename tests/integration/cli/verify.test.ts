import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvidenceVerdict } from '@sello/proof';
import { describe, expect, test } from 'vitest';
import { CommandFailed } from '../../../server/src/cli/shared/usage.ts';
import { VERDICT_STATUS } from '../../../server/src/cli/verify/verdict-status.ts';
import { verifyCommand } from '../../../server/src/cli/verify/verify.ts';
import { accreditedSample, writeSample } from '../../harness/sample-constancia.ts';

const vector = (name: string) => fileURLToPath(new URL(`../../vectors/${name}`, import.meta.url));
const root = (name: string) => ['--root', vector(`roots/${name}.pem`)];

/** Runs the command in this process; returns its output and whether it succeeded. */
async function verify(...args: string[]) {
  const lines: string[] = [];
  const terminal = {
    env: {},
    write: () => {},
    out: (line: string) => lines.push(line),
    error: () => {},
    status: undefined,
  };
  const failure = await verifyCommand(args, terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  return { output: lines.join('\n'), failure };
}

async function verdictOf(...args: string[]) {
  const { output, failure } = await verify(...args, '--json');
  const verdict = JSON.parse(output) as EvidenceVerdict;
  const status = failure instanceof CommandFailed ? failure.status : failure === undefined ? 0 : 2;
  expect(status).toBe(VERDICT_STATUS[verdict.verdict]);
  return verdict;
}

const ADVANTAGE = ['--tsr', vector('nom151/advantage-2018-07-18.tsr')];
const ADVANTAGE_HASH = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';

test('a genuine constancia is valid and accredited without options, with each quirk as a named warning', async () => {
  const verdict = await verdictOf(...ADVANTAGE, '--hash', ADVANTAGE_HASH);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: true });
  expect(verdict.warnings.map(({ code }) => code).sort()).toEqual([
    'eku_missing',
    'ess_mismatch',
    'negative_serial',
    'signing_time_syntax',
  ]);
  for (const { name, outcome, because } of verdict.checks) {
    expect([name, outcome, because].every((text) => typeof text === 'string' && text !== '')).toBe(true);
  }
  const { output } = await verify(...ADVANTAGE);
  expect(output).toContain('  ~ timestamp.certificate_profile');
});

test.each([
  ['digicert-2024', 'DigiCert_Trusted_Root_G4'],
  ['globalsign-2021', 'GlobalSign_Root_R3'],
  ['freetsa-2024', 'freetsa_cacert'],
])('%s is valid with its root and its data, and reported as not accredited', async (name, rootName) => {
  const args = [vector(`commercial/${name}.data.txt`), '--tsr', vector(`commercial/${name}.tsr`)];
  expect(await verdictOf(...args, ...root(rootName))).toMatchObject({ verdict: 'valid', accredited: false });
  expect(await verdictOf(...args)).toMatchObject({ verdict: 'unconfirmed', accredited: false });
  // With another root demanded, the stamp is invalid.
  expect(await verdictOf(...args, ...root('sigstage_chain'))).toMatchObject({ verdict: 'invalid' });
});

test('a bare token is accepted like a response', async () => {
  const args = [
    vector('commercial/globalsign-2021.data.txt'),
    '--tsr',
    vector('commercial/globalsign-2021-token-only.tst'),
  ];
  expect(await verdictOf(...args, ...root('GlobalSign_Root_R3'))).toMatchObject({ verdict: 'valid' });
});

test('a wrong document is distinguished from a wrong token', async () => {
  const verdict = await verdictOf(...ADVANTAGE, '--hash', 'ab'.repeat(32));
  expect(verdict.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([
    expect.objectContaining({ name: 'timestamp.imprint' }),
  ]);
  const { output } = await verify(...ADVANTAGE, '--hash', 'ab'.repeat(32));
  expect(output).toMatch(/^INVALID: timestamp.imprint failed: the digest does not match: .*973e\.\n/);
});

test('without a document the imprint is skipped, not passed', async () => {
  const { verdict, checks } = await verdictOf(...ADVANTAGE);
  expect(verdict).toBe('valid');
  expect(checks).toContainEqual(expect.objectContaining({ name: 'timestamp.imprint', outcome: 'skipped' }));
});

test('a constancia of NOM-151-SCFI-2002 is refused by name', async () => {
  const { output } = await verify('--tsr', vector('nom151/legacy-nom151-2002-format.ber'));
  expect(output).toContain('INVALID');
  expect(output).toContain('NOM-151-SCFI-2002');
});

const EXAMPLE = [
  '--xml',
  fileURLToPath(new URL('../../../docs/blockchain-proof-example.xml', import.meta.url)),
];

const LOG_KEY = 'sello.example/log+8c20f99a+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';

test('a blockchain proof alone is unconfirmed; a key or a block from the verifier’s own source confirms it', async () => {
  const offline = await verdictOf(...EXAMPLE);
  expect(offline).toMatchObject({ verdict: 'unconfirmed', blockchain: { state: 'consistent' } });
  expect(offline.checks).toContainEqual(
    expect.objectContaining({ name: 'blockchain.on_chain', outcome: 'skipped' }),
  );
  const [anchor] = offline.blockchain?.anchors ?? [];
  expect(await verdictOf(...EXAMPLE, '--trusted-block', `0x${anchor?.block_hash}`)).toMatchObject({
    verdict: 'valid',
    confirmed_by: ['trusted_block'],
    blockchain: { state: 'on_chain' },
  });
  expect(await verdictOf(...EXAMPLE, '--trusted-block', 'ab'.repeat(32))).toMatchObject({
    verdict: 'invalid',
  });
  expect(await verdictOf(...EXAMPLE, '--log-key', LOG_KEY)).toMatchObject({
    verdict: 'valid',
    confirmed_by: ['log_key'],
  });
  expect(await verdictOf(...EXAMPLE, '--log-key', LOG_KEY.replace('8c', '8d'))).toMatchObject({
    verdict: 'invalid',
  });
});

test('unconfirmed statements are printed as claimed, separate from the checks', async () => {
  const { output } = await verify(...EXAMPLE, '--log-key', LOG_KEY);
  const [, claims] = output.split('\nClaimed by the proof, but not protected:\n');
  expect(claims?.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    '? certificate_id cert_sample',
    '? status final',
    '? anchor 1.trust operator',
    '? anchor 1.anchor_status final',
    '? anchor 1.finality depth:1',
  ]);
  expect((await verdictOf(...EXAMPLE)).claims).toContainEqual({
    name: 'log_name',
    value: 'sello.example/log',
  });
});

describe('P51 a demand that could not be checked makes the verdict not valid, and is named', () => {
  const ORIGINSTAMP = ['--xml', vector('blockchain-xml/originstamp-bitcoin-68f5f784.xml')];
  const BLOCK = ['--trusted-block', '00'.repeat(32)];
  const KEY = ['--log-key', LOG_KEY];

  test.each([
    ['a block for an OriginStamp file', [...ORIGINSTAMP, ...BLOCK], ['demand.trusted_block']],
    ['a key for an OriginStamp file', [...ORIGINSTAMP, ...KEY], ['demand.log_key']],
    [
      'both for an OriginStamp file',
      [...ORIGINSTAMP, ...BLOCK, ...KEY],
      ['demand.log_key', 'demand.trusted_block'],
    ],
    ['a root for an OriginStamp file', [...ORIGINSTAMP, ...root('freetsa_cacert')], ['demand.root']],
    ['a block for a time stamp', [...ADVANTAGE, ...BLOCK], ['demand.trusted_block']],
    ['a key for a time stamp', [...ADVANTAGE, ...KEY], ['demand.log_key']],
    ['a root for a blockchain proof', [...EXAMPLE, ...KEY, ...root('freetsa_cacert')], ['demand.root']],
  ])('%s', async (_, args, expected) => {
    const { verdict, checks } = await verdictOf(...args);
    expect(verdict).toBe('invalid');
    expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)).toEqual(expected);
    const { output } = await verify(...args);
    expect(output.startsWith('INVALID: ')).toBe(true);
    for (const name of expected) expect(output.split('\n', 1)[0]).toContain(name);
  });
});

test('a blockchain proof of another document is invalid', async () => {
  const verdict = await verdictOf(...EXAMPLE, '--hash', 'ab'.repeat(32));
  expect(verdict.checks).toContainEqual(
    expect.objectContaining({ name: 'blockchain.document_digest', outcome: 'fail' }),
  );
});

test('OriginStamp proofs are recognised and checked', async () => {
  const xml = (name: string) => ['--xml', vector(`blockchain-xml/originstamp-bitcoin-${name}.xml`)];
  expect(await verdictOf(...xml('68f5f784'))).toMatchObject({ verdict: 'unconfirmed' });
  expect(await verdictOf(...xml('2c5d36be-faulty'))).toMatchObject({ verdict: 'invalid' });
  expect(await verdictOf(...xml('68f5f784'), '--hash', 'ab'.repeat(32))).toMatchObject({
    verdict: 'invalid',
  });
});

test('a document known only by a SHA-512 cannot be compared with a blockchain proof, and does not pass', async () => {
  expect(await verdictOf(...EXAMPLE, '--hash', 'ab'.repeat(64))).toMatchObject({ verdict: 'invalid' });
});

test.each([
  [[], 'the proof to check'],
  [[...EXAMPLE, '--trusted-block', 'abc'], '--trusted-block'],
  [['--tsr', 'nowhere.tsr'], 'There is no file nowhere.tsr'],
  [['a', 'b', ...ADVANTAGE], 'one file'],
  [['a', '--hash', ADVANTAGE_HASH, ...ADVANTAGE], 'not both'],
  [['--hash', 'abc', ...ADVANTAGE], '--hash'],
  [['--frobnicate'], '--frobnicate'],
  [[...EXAMPLE, '--rpc', 'http://localhost:1', '--trusted-block', 'ab'.repeat(32)], 'not both'],
])('an unclear command line is a usage error: %j', async (args, message) => {
  const { failure } = await verify(...args);
  expect(failure?.name === 'Error' && failure.message).toContain(message);
});

test('files given without options are sorted by their content', async () => {
  const stamp = vector('commercial/digicert-2024.tsr');
  const data = vector('commercial/digicert-2024.data.txt');
  for (const files of [
    [stamp, data],
    [data, stamp],
  ])
    expect(await verdictOf(...files, ...root('DigiCert_Trusted_Root_G4'))).toMatchObject({
      verdict: 'valid',
    });
  const pdf = await writeSample(await accreditedSample('stamped'));
  const place = path.join(await mkdtemp(path.join(tmpdir(), 'sello-verify-')), 'some.pdf');
  await writeFile(place, pdf);
  const verdict = await verdictOf(place, '--hash', ADVANTAGE_HASH);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: true });
  expect(verdict.checks[0]).toMatchObject({ name: 'constancia.attachments', outcome: 'pass' });
  await rm(path.dirname(place), { recursive: true });
});

test.each([
  [['opentimestamps/hello-world.txt.ots'], 'OpenTimestamps'],
  [['nom151/legacy-nom151-2002-format.ber'], 'NOM-151-SCFI-2002'],
  [['roots/ACR2_SE.pem'], '--root'],
  [['README.md'], 'is no proof that this program knows'],
  [['README.md', 'commercial/digicert-2024.data.txt'], 'is a proof'],
  [['commercial/digicert-2024.tsr', 'commercial/digicert-2021.tsr'], 'second proof'],
])('what cannot be checked is told by what it is: %j', async (names, message) => {
  const { failure } = await verify(...names.map(vector));
  expect(failure?.name === 'Error' && failure.message).toContain(message);
});

test('the program exits with 0, 3, 1 and 2 for valid, unconfirmed, invalid and usage error', async () => {
  const program = fileURLToPath(new URL('../../../server/bin/sello.mjs', import.meta.url));
  const exitCode = (...args: string[]) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, 'verify', ...args], (error) => resolve(error?.code ?? 0));
    });
  expect(await exitCode(...ADVANTAGE)).toBe(0);
  expect(await exitCode(...EXAMPLE)).toBe(3);
  expect(await exitCode(...ADVANTAGE, '--hash', 'ab'.repeat(32))).toBe(1);
  expect(await exitCode()).toBe(2);
});
