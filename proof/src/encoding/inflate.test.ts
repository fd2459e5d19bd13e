import { deflateRawSync, deflateSync, constants as zlib } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProofError } from '../proof-error.ts';
import { inflateRaw, inflateZlib } from './inflate.ts';

const STRATEGIES = [zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED];

test('whatever zlib compresses, at every level and in every way, comes out as it went in', () => {
  const words = fc.array(fc.constantFrom('sello', 'de', 'tiempo', ' ', '\n', 'ñ', '0'), { maxLength: 4_000 });
  const inputs = fc.oneof(
    fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
    words.map((parts) => Buffer.from(parts.join(''))),
  );
  const options = fc.record({
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(...STRATEGIES),
  });
  fc.assert(
    fc.property(inputs, options, (input, how) => {
      expect(Buffer.from(inflateRaw(deflateRawSync(input, how), input.length)).equals(input)).toBe(true);
      expect(Buffer.from(inflateZlib(deflateSync(input, how), input.length)).equals(input)).toBe(true);
    }),
  );
});

test('nothing longer than the limit is made, however small it was compressed', () => {
  const bomb = deflateRawSync(Buffer.alloc(10_000_000));
  expect(bomb.length).toBeLessThan(11_000);
  expect(() => inflateRaw(bomb, 9_999_999)).toThrow('more than it may');
  expect(inflateRaw(bomb, 10_000_000)).toHaveLength(10_000_000);
});

test('a stream that was cut, or is followed by anything, is refused', () => {
  const packed = deflateRawSync(Buffer.from('sello de tiempo, sello de tiempo'));
  for (let length = 0; length < packed.length; length += 1)
    expect(() => inflateRaw(packed.subarray(0, length), 100)).toThrow(ProofError);
  expect(() => inflateRaw(Buffer.concat([packed, Buffer.of(0)]), 100)).toThrow('follow');
  const wrapped = deflateSync(Buffer.from('sello'));
  wrapped[wrapped.length - 1] = (wrapped.at(-1) ?? 0) ^ 1;
  expect(() => inflateZlib(wrapped, 100)).toThrow('checksum');
});

test('every bad input is refused, and none makes it fail in another way', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const inflate of [inflateRaw, inflateZlib]) {
        try {
          expect(inflate(bytes, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
