import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API, openTestSello, type TestAccount, type TestAnswer } from '../../harness/test-sello.ts';

let caller: TestAccount;
let topLevel: string[];
const sello = forFile(openTestSello);
beforeAll(async () => {
  topLevel = await readdir(sello.dataDir);
  caller = await sello.newAccount();
});

const HARMLESS = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\drivers\\etc\\hosts',
  '/etc/passwd',
  '//server/share',
  'C:\\con',
  'files/../../tsa/p256/root-key.pem',
  '.',
  '..',
  ' ',
  '~',
  '-rf',
  '.htaccess',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '....//....//etc/passwd',
  'contract.pdf/',
  'a"; filename="evil.exe',
  "a'; filename*=UTF-8''evil.exe",
  'a; filename=evil.exe',
  'a%0d%0aSet-Cookie: x=1',
  '$(id)`id`|id&',
  'invoice\u202excod.exe',
  '\u202a\u202b\u202d\u2066\u2067\u2068\u2069.txt',
  'a\u2028Set-Cookie: x\u2029',
  '\u200b\ufeff',
  'ñandú 文書 📄.pdf',
  'a'.repeat(255),
  '📄'.repeat(255),
];

const REFUSED = [
  'a\0.txt',
  '\0',
  'a\r\nSet-Cookie: x=1',
  'a\nb',
  '\x1b[2J',
  '\x7f',
  'a'.repeat(4_096),
  '📄'.repeat(1_024),
  '',
  '\ufffe',
];

const postJson = (file_name: string) =>
  sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: { file_name, file_base64: Buffer.from(file_name || 'x').toString('base64') },
  });
const postForm = (name: string) =>
  sello.call('POST', `${API}/certificates`, { key: caller.key, ...fileForm(name || 'x', {}, name) });

describe('P35 file names', () => {
  test.for(HARMLESS.map(labelled))('P35 a hostile name is stored as plain text: $label', async ({ name }) => {
    for (const answer of [await postJson(name), await postForm(name)]) {
      expect(answer.status).toBe(201);
      await expectSafeDownload(answer, Buffer.from(name));
    }
    expect((await postJson(name)).body.certificate.file.name).toBe(name);
  });

  test.for(REFUSED.map(labelled))(
    'P35 a name that no header could carry is refused: $label',
    async ({ name }) => {
      for (const answer of [await postJson(name), await postForm(name)]) {
        expect([400, 422]).toContain(answer.status);
      }
    },
  );

  test('P35 a lone surrogate, which JSON can express, is refused', async () => {
    expect((await postJson('\ud83d.txt')).status).toBe(422);
  });

  test('P35 only files named by their hash are stored', async () => {
    expect(await readdir(sello.dataDir)).toEqual(topLevel);
    const stored = await readdir(path.join(sello.dataDir, 'files'), { recursive: true });
    const account = caller.account.id;
    const shape = new RegExp(`^(incoming|files(/${account}(/[0-9a-f]{2}(/[0-9a-f]{64})?)?)?)$`);
    expect(stored.filter((file) => !shape.test(file))).toEqual([]);
    const names = stored.filter((file) => /[0-9a-f]{64}$/.test(file)).map((file) => path.basename(file));
    expect(new Set(names).size).toBe(HARMLESS.length);
  });
});

/** A printable form of the name. */
function labelled(name: string): { name: string; label: string } {
  const label = JSON.stringify(name.slice(0, 40)).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16)}`,
  );
  return { name, label: name.length > 40 ? `${label}… (${name.length})` : label };
}

async function expectSafeDownload({ body }: TestAnswer, content: Buffer): Promise<void> {
  const { id } = body.certificate;
  const proof = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key: caller.key });
  const url = proof.body.proof.url.slice(sello.config.baseUrl.length);
  const { status, headers, bytes } = await sello.call('GET', url);
  expect(status).toBe(200);
  expect(bytes.equals(content)).toBe(true);
  const disposition = String(headers['content-disposition']);
  expect(disposition).toMatch(
    /^attachment; filename="[^"\\%\r\n]+"(; filename\*=UTF-8''[0-9A-Za-z!#$&+.^_`|~%-]+)?$/,
  );
  const [, encoded] = /filename\*=UTF-8''(.*)$/.exec(disposition) ?? [];
  const [, plain] = /filename="([^"]*)"/.exec(disposition) ?? [];
  for (const name of [plain, encoded && decodeURIComponent(encoded)]) {
    // No folder, no invisible or direction-changing character, and not too long to be saved.
    expect(name ?? '').not.toMatch(/[/\\\p{Cc}\p{Cf}\u2028\u2029]|^\.{1,2}$/u);
    expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(255);
  }
}
