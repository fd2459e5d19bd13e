import { expect, test } from 'vitest';
import { identifierIn, parseFilters, toApiQuery, toSearch } from './list-query.ts';

test('filters written into the address read back the same', () => {
  const search = { q: 'luna', program: 'prg_1', standing: 'grace', met: 'false', endsBefore: '2026-12-31' };
  const filters = parseFilters(new URLSearchParams(search));
  expect(toSearch(filters)).toEqual(search);
  expect(toApiQuery(filters)).toEqual({
    q: 'luna',
    program_id: 'prg_1',
    standing: 'grace',
    met: 'false',
    term_ends_before: '2026-12-31',
  });
});

test('a column is an order, from its first or with a minus from its last', () => {
  const queryOf = (sort: string) => toApiQuery(parseFilters(new URLSearchParams({ sort })));
  expect(queryOf('name')).toEqual({ sort: 'name', order: 'asc' });
  expect(queryOf('-valid_until')).toEqual({ sort: 'valid_until', order: 'desc' });
  expect(queryOf('--name')).toEqual({});
});

test.each([
  'sort=age',
  'standing=lost',
  'met=maybe',
  'status=x',
  'endsBefore=2026-13-45',
  'program=%3Cscript%3E',
])('invalid values in the address are ignored: %s', (search) => {
  expect(toSearch(parseFilters(new URLSearchParams(search)))).toEqual({});
});

test('identifiers of people are recognised, so that they are not put into an address', () => {
  expect(identifierIn(' goma800501hdfbbb06 ')).toEqual({ curp: 'GOMA800501HDFBBB06' });
  expect(identifierIn('GOMA800501AB1')).toEqual({ rfc: 'GOMA800501AB1' });
  expect(identifierIn('ana@example.com')).toEqual({ email: 'ana@example.com' });
  for (const words of ['Ana Luna', '00012', 'ana@', 'GOMA8005']) expect(identifierIn(words)).toBeUndefined();
});
