import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'list',
  ({ sello, client }) =>
    (query: string, language = 'en') =>
      sello.call('GET', `${API}/certificates?${query}`, {
        key: client.key,
        headers: { 'accept-language': language },
      }),
);

const NOT_INTEGERS = [
  '',
  ' 5',
  '5 ',
  '%205',
  '+5',
  '-0',
  '00',
  '05',
  '1.5',
  '1.0',
  '1e1',
  '0x10',
  '0b1',
  '0o7',
  '1_0',
  '1,0',
  '٥',
  'ten',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[5]',
  '9007199254740993',
  '1'.repeat(400),
];

test.for(['0', '-1', '101', '1000', '999999999999999', ...NOT_INTEGERS])(
  'limit=%s',
  async (limit, { list }) => {
    const message = expectRefusal(await list(`limit=${encodeURIComponent(limit)}`), 422, 'validation_failed');
    expect(message).toContain('`limit`');
  },
);

test.for(['-1', '2147483648', '999999999999999', ...NOT_INTEGERS])('offset=%s', async (offset, { list }) => {
  const message = expectRefusal(await list(`offset=${encodeURIComponent(offset)}`), 422, 'validation_failed');
  expect(message).toContain('`offset`');
});

test.for(['limit', 'offset', 'status', 'document_type', 'sha256', 'q', 'created_after', 'created_before'])(
  'a repeated %s is refused, because one of two values would silently win',
  async (name, { list }) => {
    const value =
      { status: 'stamped', created_after: '2026-01-01T00:00:00Z', created_before: '2026-01-01T00:00:00Z' }[
        name
      ] ?? '5';
    const message = expectRefusal(await list(`${name}=${value}&${name}=${value}`), 422, 'validation_failed');
    expect(message).toContain(`\`${name}\` must be given once`);
  },
);

test('the message names the field and what is allowed, in the language of the caller', async ({ list }) => {
  expect(expectRefusal(await list('limit=101'), 422, 'validation_failed')).toBe(
    '`limit` must be at most 100.',
  );
  expect(expectRefusal(await list('limit=0'), 422, 'validation_failed')).toBe('`limit` must be at least 1.');
  const spanish = await list('limit=101', 'es-MX');
  expect(expectRefusal(spanish, 422, 'validation_failed')).toBe('`limit` debe ser como máximo 100.');
  expect(spanish.headers['content-language']).toBe('es');
  expect(expectRefusal(await list('offset=x', 'es'), 422, 'validation_failed')).toBe(
    '`offset` debe darse una sola vez, como entero en cifras, por ejemplo 20; "x" no lo es.',
  );
});

test.for(['', 'Stamped', 'stamped ', 'pending', 'deleted'])('status=%s', async (status, { list }) => {
  const message = expectRefusal(await list(`status=${encodeURIComponent(status)}`), 422, 'validation_failed');
  expect(message).toBe('`status` must be one of `stamped`, `anchoring`, `certified`.');
});

const BAD_DATES = [
  '',
  'yesterday',
  '2026-01-31',
  '2026-01-31T18:00:00',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:01Z',
  '2026-01-01T00:00:00+25:00',
  '2026-01-01T00:00:00+01',
  '2016-12-31T23:59:60Z',
  '1769882400',
  '+012026-01-01T00:00:00Z',
  `2026-01-01T00:00:00.${'1'.repeat(400)}x`,
];

test.for(
  ['created_after', 'created_before'].flatMap((name) => BAD_DATES.map((text) => [name, text] as const)),
)('%s=%j', async ([name, text], { list }) => {
  const message = expectRefusal(await list(`${name}=${encodeURIComponent(text)}`), 422, 'validation_failed');
  expect(message).toContain(`\`${name}\``);
});

test.for(['', 'abc', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}%0A`])(
  'sha256=%s',
  async (text, { list }) => {
    expectRefusal(await list(`sha256=${text}`), 422, 'invalid_hash');
  },
);

test('texts that are too long, or that no title can contain, are refused', async ({ list }) => {
  expect(expectRefusal(await list(`q=${'a'.repeat(201)}`), 422, 'validation_failed')).toContain('`q`');
  expect(expectRefusal(await list(`document_type=${'a'.repeat(101)}`), 422, 'validation_failed')).toContain(
    '`document_type`',
  );
  expect(expectRefusal(await list('q=a%00b'), 422, 'validation_failed')).toContain('U+0000');
  expect(expectRefusal(await list('document_type=%00'), 422, 'validation_failed')).toContain('U+0000');
  expect(expectRefusal(await list('q=%00', 'es'), 422, 'validation_failed')).toContain('quítelo');
});

test('bytes that are not UTF-8 cause no failure', async ({ list }) => {
  expect((await list('q=%ff%fe')).status).toBe(200);
  expect((await list('q=%ed%a0%80')).status).toBe(200);
});

test('a refused call counts, because the key was admitted', async ({ sello }) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 10 } });
  const { headers } = await sello.call('GET', `${API}/certificates?limit=0`, { key });
  expect(headers.ratelimit).toMatch(/^"minute";r=9;/);
});

test('without a key nothing is revealed about the parameters', async ({ sello }) => {
  expectRefusal(await sello.call('GET', `${API}/certificates?limit=0`), 401, 'unauthorized');
});

test.for([
  ['stauts=stamped', 'stauts', 'status'],
  ['Limit=5', 'Limit', 'limit'],
  ['created_form=2026-01-01T00:00:00Z', 'created_form', 'created_from'],
])(
  '%s: an unknown parameter is named, with the nearest known one',
  async ([query, name, nearest], { list }) => {
    const message = expectRefusal(await list(String(query)), 422, 'validation_failed');
    expect(message).toBe(
      `\`${name}\` is not known here; remove it, or write \`${nearest}\` if that is what you mean.`,
    );
  },
);

test('an unknown parameter that resembles no known one is named without a suggestion', async ({ list }) => {
  const message = expectRefusal(await list('starting_after=cert_1'), 422, 'validation_failed');
  expect(message).toBe('`starting_after` is not known here; remove it.');
});

test('for a time whose + was not encoded, the message says so', async ({ list }) => {
  const time = '2026-01-01T00:00:00+06:00';
  expect(expectRefusal(await list(`created_after=${time}`), 422, 'validation_failed')).toContain('%2B');
  expect((await list(`created_after=${encodeURIComponent(time)}`)).status).toBe(200);
});

test('limit=abc: the message says which values are allowed', async ({ list }) => {
  expect(expectRefusal(await list('limit=abc'), 422, 'validation_failed')).toBe(
    '`limit` must be given once, as an integer in plain digits, such as 20; "abc" is none.',
  );
});
