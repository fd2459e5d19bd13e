import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeOneFiles } from '../../../web/one-file.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const NAMES = ['verify.html', 'sello-verify.mjs', 'verify_blockchain_proof.py'];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const sello = forFile(openTestSello);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the same sources give the same bytes: a second build equals the served one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sello-verifiers-'));
  try {
    await writeOneFiles(folder);
    for (const name of NAMES) {
      const { bytes } = await sello.call('GET', `/${name}`);
      expect(sha256(bytes), name).toBe(sha256(readFileSync(path.join(folder, name))));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each verifier is offered with its SHA-256, on the page of the log and on /verify', async () => {
  for (const name of NAMES) {
    const file = await sello.call('GET', `/${name}`);
    expect([file.status, file.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    const hash = sha256(file.bytes);
    expect((await sello.call('GET', `/${name}.sha256`)).text).toBe(`${hash}  ${name}\n`);
    // On /verify it may break in the middle.
    for (const page of ['/docs/guides/watch-the-log', '/verify'])
      for (const language of ['es', 'en'])
        expect((await sello.call('GET', `${page}?lang=${language}`)).text.replaceAll('<wbr>', '')).toContain(
          hash,
        );
    const again = await sello.call('GET', `/${name}`, {
      headers: { 'if-none-match': String(file.headers.etag) },
    });
    expect(again.status).toBe(304);
  }
});

test('the page allows only its own script and style, and no connection, as a file and as served', async () => {
  const { text, headers, bytes } = await sello.call('GET', '/verify.html');
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; base-uri 'none'; form-action 'none'$/,
  );
  expect(headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`);
  expect(bytes.length).toBeLessThanOrEqual(400_000);
  // No file of any kind beside it, and no address.
  expect(text).not.toMatch(/<link|<img|<iframe|src="|@import|url\(/);
});

test('the format, its schema, its examples, the requirements and the vectors are served as they are in docs/', async () => {
  const index = JSON.parse(readFileSync(path.join(ROOT, 'docs/vectors/index.json'), 'utf8'));
  const files = [
    'proof-format.md',
    'blockchain-proof-1.xsd',
    'blockchain-proof-3.xsd',
    'blockchain-proof-example.xml',
    'blockchain-proof-example-v2.xml',
    'CONFORMANCE.md',
    'asic.md',
    'evidence-archive.md',
    'receipts.md',
    'vectors/index.json',
    ...new Set<string>(index.vectors.map(({ file }: { file: string }) => path.join('vectors', file))),
  ];
  for (const name of files) {
    const answer = await sello.call('GET', `/docs/${name}`);
    expect(answer.status, name).toBe(200);
    expect(answer.bytes.equals(readFileSync(path.join(ROOT, 'docs', name))), name).toBe(true);
  }
  const page = await sello.call('GET', '/docs/proof-format');
  expect(page.text).toContain('<h1>The blockchain proof: how to check it without us</h1>');
  expect(page.text).not.toContain('<script>');
  const requirements = await sello.call('GET', '/docs/conformance');
  expect(requirements.text).toContain('<h1>When a verifier is done</h1>');
  expect(requirements.text).toContain('<a href="vectors/size-most.xml">');
  for (const name of ['nothing.xml', '..%2Fproof-format.md', '%2e%2e'])
    expect((await sello.call('GET', `/docs/vectors/${name}`)).status, name).toBe(404);
});
