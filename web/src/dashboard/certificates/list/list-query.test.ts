import { expect, test } from 'vitest';
import { byFileAlone, isFiltered, parseListQuery, parseSha256, toApiQuery, toSearch } from './list-query.ts';

const HASH = 'ab'.repeat(32);

test('a query written into the address reads back the same', () => {
  const search = {
    q: 'renta',
    status: 'anchoring',
    type: 'contrato',
    tag: 'urgente',
    order: 'asc',
    limit: '50',
    offset: '100',
    sha256: HASH,
  };
  expect(toSearch(parseListQuery(new URLSearchParams(search)))).toEqual(search);
});

test('the plain list has a plain address', () => {
  const plain = parseListQuery(new URLSearchParams());
  expect(toSearch(plain)).toEqual({});
  expect(isFiltered(plain)).toBe(false);
});

test.each([
  'status=lost',
  'order=up',
  'limit=7',
  'limit=1e9',
  'offset=-20',
  'offset=1.5',
  'offset=x',
  'from=yesterday',
  'to=2026-13-45',
  'sha256=ab',
])('invalid values in the address are ignored: %s', (search) => {
  expect(toSearch(parseListQuery(new URLSearchParams(search)))).toEqual({});
});

test('the days of the filter are whole days in the zone of the account', () => {
  const query = parseListQuery(new URLSearchParams('from=2026-01-31&to=2026-01-31'));
  expect(toApiQuery(query, 'America/Mexico_City')).toMatchObject({
    created_after: '2026-01-31T05:59:59.999Z',
    created_before: '2026-02-01T06:00:00.000Z',
  });
});

test('a file is looked up again without the filters that may hide it', () => {
  const query = parseListQuery(
    new URLSearchParams({ sha256: HASH, q: 'renta', status: 'stamped', offset: '20' }),
  );
  expect(toSearch(byFileAlone(query))).toEqual({ sha256: HASH });
});

test('a hash is recognised however it was pasted', () => {
  expect(parseSha256(` ${HASH.toUpperCase().replace(/.{8}/g, '$& ')}\n`)).toBe(HASH);
  expect(parseSha256('contrato de renta')).toBeUndefined();
});
