import { expect, test } from 'vitest';
import { DerPage } from './der-page.ts';
import { derElement, derSequence } from './der-writer.ts';

test.for([0, 1, 127, 128, 255, 256, 65_535, 65_536])(
  'an element of %d octets is written as the plain writer writes it',
  (size) => {
    const content = new Uint8Array(size).fill(7);
    const page = new DerPage(size + 6);
    const end = page.end;
    page.put(content);
    page.wrap(0x04, end);
    expect(page.upTo(end)).toEqual(derElement(0x04, content));
  },
);

test('what is written last comes first, and an element takes only what was written since its end', () => {
  const [first, second] = [Uint8Array.of(5, 0), Uint8Array.of(1, 1, 0xff)];
  const page = new DerPage(64);
  const end = page.end;
  page.put(second);
  const innerEnd = page.end;
  page.put(first);
  page.wrap(0x30, innerEnd);
  page.wrap(0x30, end);
  expect(page.upTo(end)).toEqual(derSequence(derSequence(first), second));
});

test('a page that is too small throws instead of losing octets', () => {
  const page = new DerPage(3);
  page.put(Uint8Array.of(1, 2));
  page.octet(3);
  expect(() => page.octet(4)).toThrow(RangeError);
  expect(() => page.put(Uint8Array.of(4))).toThrow(RangeError);
});
