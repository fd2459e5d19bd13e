import { expect, test } from 'vitest';
import { NO_FILTERS, parseAuditFilters, toAuditQuery, toSearch } from './audit-query.ts';

const PERSON = 'per_0BPu1ZGXVU3EkHvAvtBmRa';
const KEY = 'key_0BPu1ZGXVU3EkHvAvtBmRa';

test('filters come back from the address that they were written to', () => {
  const filters = { who: KEY, action: 'award.approve', object: PERSON, from: '2026-01-01', to: '' };
  expect(parseAuditFilters(new URLSearchParams(toSearch(filters)))).toEqual(filters);
  expect(toSearch(NO_FILTERS)).toEqual({});
});

test('an address that was edited by hand never leads to an impossible request', () => {
  const params = new URLSearchParams({ who: '<b>', action: '../x', object: 'crs_', from: '1', to: 'now' });
  expect(parseAuditFilters(params)).toEqual(NO_FILTERS);
});

test('the actor is a person or a key, and the mode is always part of the request', () => {
  expect(toAuditQuery({ ...NO_FILTERS, who: PERSON }, 'live')).toEqual({ mode: 'live', person: PERSON });
  expect(toAuditQuery({ ...NO_FILTERS, who: KEY, action: 'award' }, 'test')).toEqual({
    mode: 'test',
    key: KEY,
    action: 'award',
  });
});
