/** Refusals of common mistakes say what is wrong and how to fix it, in the language of the caller. */

import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { multipart } from '../../harness/multipart.ts';
import { openConnection } from '../../harness/raw-http.ts';
import { API, openTestSello, type TestCall } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());

/** The message in both languages. */
async function wordsOf(method: string, path: string, call: TestCall, status: number): Promise<string[]> {
  const found: string[] = [];
  for (const language of ['en', 'es']) {
    const headers = { ...call.headers, 'accept-language': language };
    const answer = await sello.call(method, `${API}${path}`, { ...call, headers });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    found.push(answer.body.message);
  }
  return found;
}

test('for a key without the word Bearer, the message says to write it', async () => {
  for (const authorization of [caller.key, `Token ${caller.key}`, 'Bearer', `Bearer ${caller.key} x`]) {
    const words = await wordsOf('GET', '/certificates', { headers: { authorization } }, 401);
    for (const word of words) {
      expect(word).toContain('`Authorization: Bearer <API_KEY>`');
      expect(word).not.toContain(caller.key);
    }
  }
});

const form = (filename: string, type: string) => multipart([{ name: 'file', value: 'x', filename, type }]);

test('a wrong part name is reported as such', async () => {
  const [en, es] = await wordsOf(
    'POST',
    '/certificates',
    { key: caller.key, ...form('', 'text/plain') },
    422,
  );
  expect(en).toBe('`filename` (file) gives no file name; send one of 1 to 255 characters.');
  expect(es).toBe('`filename` (file) no da nombre de archivo; envíe uno de 1 a 255 caracteres.');
});

test('a wrong file type is reported as such', async () => {
  const call = { key: caller.key, ...form('a.txt', 'text') };
  for (const words of await wordsOf('POST', '/certificates', call, 422))
    expect(words).toMatch(/^`Content-Type` \(file\) .*application\/pdf/);
});

test.for([' ', '\t \u00a0', '\u2003'])('a title of blanks alone (%j) is refused as such', async (title) => {
  const asForm = multipart([
    { name: 'title', value: title },
    { name: 'file', value: 'x', filename: 'a.txt', type: 'text/plain' },
  ]);
  const asJson = { payload: { file_name: 'a.txt', file_base64: 'eA==', title } };
  for (const body of [asForm, asJson]) {
    const [en, es] = await wordsOf('POST', '/certificates', { key: caller.key, ...body }, 422);
    // A tab is refused by an earlier check, as a character that no line may hold.
    expect(en).toMatch(/^`?title`? (must not be blank|holds the character U\+0009)/);
    expect(es).toMatch(/^`?title`? (no debe estar en blanco|contiene el carácter U\+0009)/);
  }
});

test('a limit that is not a number is quoted, with an example of a valid one', async () => {
  const [en, es] = await wordsOf('GET', '/certificates?limit=abc', { key: caller.key }, 422);
  expect(en).toMatch(/^`limit` .*integer.*such as 20.*"abc"/);
  expect(es).toMatch(/^`limit` .*entero.*por ejemplo 20.*"abc"/);
});

test('the refusal of an unencoded plus says how to encode it', async () => {
  const path = '/certificates?created_after=2026-01-31T18:00:00+06:00';
  for (const words of await wordsOf('GET', path, { key: caller.key }, 422)) {
    expect(words).toMatch(/^`created_after` /);
    expect(words).toContain('%2B');
  }
});

test('for an address with a slash at its end, the message names the one without it', async () => {
  for (const words of await wordsOf('GET', '/certificates/', { key: caller.key }, 404))
    expect(words).toContain(`(${API}/certificates)`);
});

test('headers that are too large are refused in both languages, because no header was read', async () => {
  const connection = await openConnection(await sello.listen());
  const filler = 'x'.repeat(40_000);
  await connection.send(
    `GET ${API}/certificates HTTP/1.1\r\nhost: sello.test\r\nx-filler: ${filler}\r\n\r\n`,
  );
  const { status, headers, body } = await connection.answer();
  connection.close();
  expect([status, body.error]).toEqual([431, 'headers_too_large']);
  expect(headers['content-language']).toBe('en, es');
  expect(body.message).toMatch(/^The headers of the request .* Los encabezados de la solicitud /);
});

test('the wait in the message equals that of the header', async () => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  await sello.call('GET', `${API}/certificates`, { key });
  const { status, headers, body } = await sello.call('GET', `${API}/certificates`, { key });
  expect(status).toBe(429);
  expect(body.message).toContain(`Wait ${headers['retry-after']} second`);
});
