import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyCommand } from '../../../server/src/cli/verify.ts';
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
  const verdict = JSON.parse(output);
  expect(failure === undefined).toBe(verdict.verdict === 'valid');
  return verdict;
}

const ADVANTAGE = ['--tsr', vector('nom151/advantage-2018-07-18.tsr')];
const ADVANTAGE_HASH = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';

test('a genuine constancia is valid and accredited without options, with each quirk as a named warning', async () => {
  const verdict = await verdictOf(...ADVANTAGE, '--hash', ADVANTAGE_HASH);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: true });
  expect(verdict.warnings.map(({ code }: { code: string }) => code).sort()).toEqual([
    'eku_missing',
    'ess_mismatch',
    'negative_serial',
    'signing_time_syntax',
  ]);
  for (const { name, outcome, because } of verdict.checks) {
    expect([name, outcome, because].every((text) => typeof text === 'string' && text !== '')).toBe(true);
  }
});

test.each([
  ['digicert-2024', 'DigiCert_Trusted_Root_G4'],
  ['globalsign-2021', 'GlobalSign_Root_R3'],
  ['freetsa-2024', 'freetsa_cacert'],
])('%s is valid with its root and its data, and reported as not accredited', async (name, rootName) => {
  const args = [vector(`commercial/${name}.data.txt`), '--tsr', vector(`commercial/${name}.tsr`)];
  expect(await verdictOf(...args, ...root(rootName))).toMatchObject({ verdict: 'valid', accredited: false });
  expect(await verdictOf(...args)).toMatchObject({ verdict: 'invalid' });
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
  expect(verdict.checks.filter(({ outcome }: { outcome: string }) => outcome === 'fail')).toEqual([
    expect.objectContaining({ name: 'timestamp.imprint' }),
  ]);
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

test('a blockchain proof is consistent offline, and on the chain only by a block from the verifier’s own source', async () => {
  const offline = await verdictOf(...EXAMPLE);
  expect(offline).toMatchObject({ verdict: 'valid', blockchain: { state: 'consistent' } });
  expect(offline.checks).toContainEqual(
    expect.objectContaining({ name: 'blockchain.on_chain', outcome: 'skipped' }),
  );
  const [{ block_hash }] = offline.blockchain.anchors;
  expect(await verdictOf(...EXAMPLE, '--trusted-block', `0x${block_hash}`)).toMatchObject({
    verdict: 'valid',
    blockchain: { state: 'on_chain' },
  });
  expect(await verdictOf(...EXAMPLE, '--trusted-block', 'ab'.repeat(32))).toMatchObject({
    verdict: 'invalid',
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
  expect(await verdictOf(...xml('68f5f784'))).toMatchObject({ verdict: 'valid' });
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
])('an unclear command line is a usage error: %j', async (args, message) => {
  const { failure } = await verify(...args);
  expect(failure?.name === 'Error' && failure.message).toContain(message);
});

test('files given without saying which is which are sorted by what they are', async () => {
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

test('the program exits with 0, 1 and 2 for valid, invalid and usage error', async () => {
  const program = fileURLToPath(new URL('../../../server/bin/sello.mjs', import.meta.url));
  const exitCode = (...args: string[]) =>
    new Promise((resolve) => {
      execFile(process.execPath, [program, 'verify', ...args], (error) => resolve(error?.code ?? 0));
    });
  expect(await exitCode(...ADVANTAGE)).toBe(0);
  expect(await exitCode(...ADVANTAGE, '--hash', 'ab'.repeat(32))).toBe(1);
  expect(await exitCode()).toBe(2);
});
