import { expect, test } from 'vitest';
import { parseCalendarAddress } from './calendar-address.ts';

test('one calendar has one address, however it is written', () => {
  for (const text of ['https://a.example', 'https://A.example/', 'HTTPS://a.example:443//']) {
    expect(parseCalendarAddress(text.replace('HTTPS', 'https'))).toBe('https://a.example');
  }
  expect(parseCalendarAddress('http://a.example:8080/ots/')).toBe('http://a.example:8080/ots');
});

test.for([
  '',
  'a.example',
  'ftp://a.example',
  'https://',
  'https://user:secret@a.example',
  'https://a.example/?to=b',
  'https://a.example/#b',
  'https://a.example/%2e%2e',
  'https://a.example\\@b.example',
  'https://a.example\nhttps://b.example',
  ' https://a.example',
  'https://a.example:99999',
])('%j is no address of a calendar', (text) => {
  expect(parseCalendarAddress(text)).toBeUndefined();
});
