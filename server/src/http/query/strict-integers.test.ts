import { expect, test } from 'vitest';
import { readStrictIntegers } from './strict-integers.ts';

/** The query as the schema will see it. */
async function read(
  query: Record<string, unknown>,
  schema: unknown = SCHEMA,
): Promise<Record<string, unknown>> {
  const request = { query, routeOptions: { schema } } as never;
  await new Promise<void>((done) => readStrictIntegers(request, {} as never, done));
  return query;
}

const SCHEMA = { querystring: { properties: { limit: { type: 'integer' }, q: { type: 'string' } } } };

test.for([
  ['0', 0],
  ['20', 20],
  ['-1', -1],
  ['999999999999999', 999_999_999_999_999],
] as const)('%j is an integer', async ([text, number]) => {
  expect(await read({ limit: text })).toEqual({ limit: number });
});

test.for([
  '',
  ' ',
  ' 5',
  '5 ',
  '+5',
  '-0',
  '00',
  '05',
  '1.0',
  '1e1',
  '0x10',
  '1_0',
  '٥',
  'NaN',
  '1000000000000000',
  '1\n',
])('%j stays a text, and the schema refuses it', async (text) => {
  expect(await read({ limit: text })).toEqual({ limit: text });
});

test('repeated values stay a list, and the schema refuses it', async () => {
  expect(await read({ limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] });
});

test('what the schema declares as a string stays one, and unknown parameters are left alone', async () => {
  expect(await read({ q: '5', other: '5' })).toEqual({ q: '5', other: '5' });
});

test('a route without a query schema is left alone', async () => {
  expect(await read({ limit: '5' }, {})).toEqual({ limit: '5' });
  expect(await read({ limit: '5' }, { querystring: { type: 'object' } })).toEqual({ limit: '5' });
});
