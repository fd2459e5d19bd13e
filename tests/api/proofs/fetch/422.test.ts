import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
let id: string;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
  id = (await sello.certify(caller.key)).id;
});
afterAll(() => sello.close());

const proof = (query: string, language = 'en') =>
  sello.call('GET', `${API}/certificates/${id}/proof${query}`, {
    key: caller.key,
    headers: { 'accept-language': language },
  });

test('a proof without a type is refused', async () => {
  for (const query of ['', '?', '?format=raw']) {
    expect(expectRefusal(await proof(query), 422, 'validation_failed')).toBe('`type` is required.');
  }
  expect(expectRefusal(await proof('', 'es'), 422, 'validation_failed')).toBe('`type` es obligatorio.');
});

test.for(['', 'tsr', 'File', 'file ', 'files', 'nom-151', 'constructor', '__proto__'])(
  'type=%s',
  async (type) => {
    const message = expectRefusal(await proof(`?type=${encodeURIComponent(type)}`), 422, 'validation_failed');
    expect(message).toMatch(/^`type` must be one of `file`, `nom151`, `blockchain`/);
  },
);

const FORMATS = '`format` must be one of `json`, `raw`, `ots`, `tlog`.';

test.for(['', 'xml', 'RAW', 'raw ', 'pdf', 'tlog-proof'])('format=%s', async (format) => {
  for (const type of ['file', 'nom151', 'blockchain']) {
    const answer = await proof(`?type=${type}&format=${encodeURIComponent(format)}`);
    expect(expectRefusal(answer, 422, 'validation_failed')).toBe(FORMATS);
  }
});

test.for(['ots', 'tlog'])('format=%s is for the blockchain proof only', async (format) => {
  for (const type of ['file', 'nom151', 'bundle']) {
    const query = `?type=${type}&format=${format}`;
    expect(expectRefusal(await proof(query), 422, 'validation_failed')).toBe(
      `\`format=${format}\` is only possible with \`type=blockchain\`.`,
    );
    expect(expectRefusal(await proof(query, 'es'), 422, 'validation_failed')).toContain(
      'solo es posible con',
    );
  }
});

test('a repeated type or format is refused', async () => {
  expectRefusal(await proof('?type=file&type=nom151'), 422, 'validation_failed');
  expectRefusal(await proof('?type=file&format=raw&format=json'), 422, 'validation_failed');
});

test('an invalid type is refused before the certificate is looked up', async () => {
  const answer = await sello.call('GET', `${API}/certificates/${sello.ports.newId('cert')}/proof?type=x`, {
    key: caller.key,
  });
  expect(answer.text).toBe((await proof('?type=x')).text);
});
