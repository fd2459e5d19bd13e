import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodePem } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePage, writePdf } from '../../../../tests/harness/pdf-writer.ts';
import { sealWith } from '../../../../tests/harness/seal.ts';
import { createTestAuthority } from '../../../../tests/harness/test-authority.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { verifyCommand } from './verify.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sello-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => path.join(folder, name);
const original = writePdf({ objects: onePage() });

beforeAll(async () => {
  const authority = await createTestAuthority('ecdsa-p256-sha256');
  const sealed = await sealWith(authority, original);
  const scanned = writePdf({
    objects: onePage({ 6: `<< /Length ${5 << 20} >>\nstream\n${'0'.repeat(5 << 20)}\nendstream` }),
  });
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(sealed)));
  writeFileSync(at('original.pdf'), original);
  writeFileSync(at('other.pdf'), writePdf({ objects: onePage({ page: '/Rotate 90' }) }));
  writeFileSync(at('sealed.pdf'), sealed);
  writeFileSync(at('large.pdf'), await sealWith(authority, scanned));
  writeFileSync(at('of-sealed.tsr'), await authority.stamp(digest));
  writeFileSync(at('root.pem'), encodePem('CERTIFICATE', authority.rootDer));
});

async function verify(...args: string[]): Promise<{ status: number; output: string }> {
  let output = '';
  const out = (text: string): void => {
    output += text;
  };
  const terminal = { env: {}, write: () => {}, out, error: () => {}, status: undefined };
  const placed = args.map((arg) => (/\.(?:pdf|tsr|pem)$/.test(arg) ? at(arg) : arg));
  return verifyCommand(placed, terminal).then(
    () => ({ status: 0, output }),
    (error) => {
      if (error instanceof CommandFailed) return { status: error.status, output: output || error.message };
      if (error instanceof UsageError) return { status: 2, output: error.message };
      throw error;
    },
  );
}

test.for([
  ['a sealed PDF alone', ['sealed.pdf', '--root', 'root.pem'], 0, /covers the first \d+ bytes/],
  [
    'with what it was before',
    ['original.pdf', 'sealed.pdf', '--root', 'root.pem'],
    0,
    /the document is the first \d+ bytes/,
  ],
  ['larger than other evidence', ['large.pdf', '--root', 'root.pem'], 0, /covers the first 5\d+ bytes/],
  ['without a root', ['sealed.pdf'], 3, /UNCONFIRMED/],
  [
    'with another document',
    ['other.pdf', 'sealed.pdf', '--root', 'root.pem'],
    1,
    /neither this PDF nor an earlier revision/,
  ],
  [
    'as the document of another proof',
    ['sealed.pdf', 'of-sealed.tsr', '--root', 'root.pem'],
    0,
    /timestamp\.imprint/,
  ],
  [
    'an original, and a proof of something else',
    ['original.pdf', 'of-sealed.tsr', '--root', 'root.pem'],
    1,
    /does not match/,
  ],
  ['no stamp inside', ['original.pdf'], 2, /no proof that this program knows/],
] as const)('%s', async ([, args, status, words]) => {
  const answer = await verify(...args);
  expect(answer.output).toMatch(words);
  expect(answer.status).toBe(status);
});
