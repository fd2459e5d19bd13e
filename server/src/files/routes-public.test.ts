import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileLinkUrl } from './file-links.ts';
import { parseRange } from './routes-public.ts';

test.for([
  [undefined, undefined],
  ['', undefined],
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=0-99999999999999999999', { start: 0, end: 9 }],
  ['bytes=-1', { start: 9, end: 9 }],
  ['bytes=-10', { start: 0, end: 9 }],
  ['bytes=-11', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=4-3', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=0-1,2-3', undefined],
  ['Bytes=0-1', undefined],
  ['bytes=0-1 ', undefined],
  ['bytes=+0-1', undefined],
  ['items=0-1', undefined],
] as const)('of 10 bytes, %j means %j', ([header, range]) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test('a range never reaches outside the file', () => {
  const number = fc.option(fc.nat(), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 2 ** 31 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size);
      if (range === undefined || range === 'unsatisfiable') return true;
      return range.start >= 0 && range.start <= range.end && range.end < size;
    }),
  );
});

test('an address holds every part of the link, each in its place', () => {
  const link = {
    certificateId: 'cert_1',
    account: 'acct_2',
    mode: 'live',
    expires: '3',
    key: '4',
    signature: 's_-',
  };
  expect(fileLinkUrl('https://x', link)).toBe(
    'https://x/files/cert_1?account=acct_2&mode=live&expires=3&key=4&signature=s_-',
  );
});
