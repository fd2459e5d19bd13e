import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProofError, type ProofErrorCode } from '../proof-error.ts';
import { concatBytes, parseHex } from './bytes.ts';
import {
  childrenOf,
  contentOf,
  DerFields,
  encodingOf,
  readBitString,
  readBoolean,
  readDer,
  readInteger,
  readNamedBits,
  readOid,
  readSmallInteger,
  TAG,
} from './der.ts';
import {
  derBitString,
  derBoolean,
  derElement,
  derExplicit,
  derGeneralizedTime,
  derImplicit,
  derInteger,
  derNamedBits,
  derNull,
  derOctetString,
  derOid,
  derPrintableString,
  derSequence,
  derSetOf,
  derUtcTime,
  derUtf8String,
} from './der-writer.ts';

function codeOf(action: () => unknown): ProofErrorCode | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ProofError) return error.code;
    throw error;
  }
}

function hex(text: string): Uint8Array {
  return parseHex(text.replaceAll(' ', ''))!;
}

describe('what is not DER is refused', () => {
  test.each<[string, string, ProofErrorCode]>([
    ['nothing at all', '', 'der_truncated'],
    ['a tag without a length', '30', 'der_truncated'],
    ['an indefinite length', '30 80 05 00 00 00', 'der_length'],
    ['a long length for a short content', '30 81 02 05 00', 'der_length'],
    ['a length with a leading zero', `30 82 00 80 ${'00'.repeat(128)}`, 'der_length'],
    ['a length of five octets', '30 85 00 00 00 00 02 05 00', 'der_length'],
    ['a length of a hundred and twenty-seven octets', `30 ff ${'ff'.repeat(127)}`, 'der_length'],
    ['a length bomb', '30 84 7f ff ff ff 05 00', 'der_truncated'],
    ['a child that reaches past its parent', '30 04 04 03 00 00', 'der_truncated'],
    ['bytes after the structure', '30 02 05 00 00', 'der_trailing_bytes'],
    ['a tag number above thirty', '3f 1f 00', 'der_tag'],
    ['an octet string in pieces', '24 03 04 01 00', 'der_tag'],
    ['a primitive sequence', '10 00', 'der_tag'],
    ['an end-of-contents octet', '30 02 00 00', 'der_tag'],
  ])('%s', (_, bytes, code) => {
    expect(codeOf(() => readDer(hex(bytes)))).toBe(code);
  });

  test('nesting is followed for 32 levels and no further', () => {
    const nest = (levels: number): Uint8Array => {
      let element = derNull();
      for (let level = 1; level < levels; level += 1) element = derSequence(element);
      return element;
    };
    expect(codeOf(() => readDer(nest(32)))).toBeUndefined();
    expect(codeOf(() => readDer(nest(33)))).toBe('der_too_deep');
    expect(codeOf(() => readDer(nest(2000)))).toBe('der_too_deep');
  });

  test('more than a megabyte, or more than twenty thousand elements, is not walked', () => {
    expect(codeOf(() => readDer(derOctetString(new Uint8Array(1024 * 1024))))).toBe('der_too_large');
    expect(codeOf(() => readDer(derSequence(new Uint8Array(0), hex('0500'.repeat(20_000)))))).toBe(
      'der_too_large',
    );
    expect(codeOf(() => readDer(derSequence(hex('0500'.repeat(1000))), { maxElements: 1000 }))).toBe(
      'der_too_large',
    );
    expect(
      codeOf(() => readDer(derSequence(hex('0500'.repeat(999))), { maxElements: 1000 })),
    ).toBeUndefined();
  });

  test('random bytes are read or refused with a code, nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        codeOf(() => readDer(concatBytes(Uint8Array.of(0x30), bytes)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('object identifiers', () => {
  test.each([
    ['0.0', '06 01 00'],
    ['0.39', '06 01 27'],
    ['1.3.6.1.4.1.311', '06 07 2b 06 01 04 01 82 37'],
    ['2.16.484.101.10.316.2.1.1.2.1', '06 0c 60 83 64 65 0a 82 3c 02 01 01 02 01'],
    ['1.16.484.101.10.316.1.2', '06 09 38 83 64 65 0a 82 3c 01 02'],
    ['2.999.3', '06 03 88 37 03'],
  ])('%s', (dotted, encoding) => {
    expect(derOid(dotted)).toEqual(hex(encoding));
    expect(readOid(readDer(hex(encoding)))).toBe(dotted);
  });

  test('arcs of 128 bits and more survive the round trip', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 130n),
        fc.array(
          fc.oneof(fc.nat(), fc.bigInt(0n, 2n ** 70n), fc.constant(2n ** 49n - 1n), fc.constant(2n ** 49n)),
        ),
        (second, arcs) => {
          const dotted = ['2', second, ...arcs.slice(0, 8)].join('.');
          expect(readOid(readDer(derOid(dotted)))).toBe(dotted);
        },
      ),
    );
    const uuidArc = '2.25.340282366920938463463374607431768211455';
    expect(readOid(readDer(derOid(uuidArc)))).toBe(uuidArc);
  });

  test.each([
    ['empty', '06 00'],
    ['padded', '06 03 2a 80 01'],
    ['unfinished', '06 02 2a 83'],
  ])('an %s one is refused', (_, bytes) => {
    expect(codeOf(() => readOid(readDer(hex(bytes))))).toBe('der_value');
  });

  test('one of a megabyte is refused without being read', () => {
    const huge = derElement(TAG.oid, new Uint8Array(1024 * 1024 - 16).fill(0x81));
    expect(codeOf(() => readOid(readDer(huge)))).toBe('der_value');
    expect(codeOf(() => readOid(readDer(derElement(TAG.oid, new Uint8Array(129).fill(1)))))).toBe(
      'der_value',
    );
  });

  test.each(['', '1', '3.1', '1.40', '1.02', '1.2.', '1.2.-3', '1.2.a'])('%j cannot be written', (dotted) => {
    expect(codeOf(() => derOid(dotted))).toBe('invalid_argument');
  });
});

describe('integers', () => {
  test('any integer of up to 64 octets survives the round trip', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 511n), 2n ** 511n - 1n), (value) => {
        expect(readInteger(readDer(derInteger(value)))).toBe(value);
      }),
    );
  });

  test.each([
    [0n, '02 01 00'],
    [127n, '02 01 7f'],
    [128n, '02 02 00 80'],
    [-1n, '02 01 ff'],
    [-128n, '02 01 80'],
    [-129n, '02 02 ff 7f'],
  ])('%d', (value, encoding) => {
    expect(derInteger(value)).toEqual(hex(encoding));
  });

  test('octets are an unsigned number, however they are padded', () => {
    expect(derInteger(hex('ca311c'))).toEqual(hex('02 04 00 ca 31 1c'));
    expect(derInteger(hex('0000 7f'))).toEqual(hex('02 01 7f'));
    expect(derInteger(hex('0000'))).toEqual(hex('02 01 00'));
    expect(derInteger(new Uint8Array(0))).toEqual(hex('02 01 00'));
  });

  test.each(['02 00', '02 02 00 7f', '02 02 ff 80'])('%s is refused', (bytes) => {
    expect(codeOf(() => readInteger(readDer(hex(bytes))))).toBe('der_value');
  });

  test('a small integer is neither negative nor long', () => {
    expect(readSmallInteger(readDer(hex('02 04 7f ff ff ff')))).toBe(2 ** 31 - 1);
    expect(codeOf(() => readSmallInteger(readDer(hex('02 01 ff'))))).toBe('der_value');
    expect(codeOf(() => readSmallInteger(readDer(hex('02 05 00 80 00 00 00'))))).toBe('der_value');
    expect(codeOf(() => readInteger(readDer(derInteger(2n ** 512n))))).toBe('der_value');
  });
});

describe('other values', () => {
  test('a boolean is FF or 00', () => {
    expect(readBoolean(readDer(derBoolean(true)))).toBe(true);
    expect(readBoolean(readDer(derBoolean(false)))).toBe(false);
    expect(codeOf(() => readBoolean(readDer(hex('01 01 01'))))).toBe('der_value');
    expect(codeOf(() => readBoolean(readDer(hex('01 00'))))).toBe('der_value');
  });

  test('a bit string has no more unused bits than it has bits, and they are zero', () => {
    expect(readBitString(readDer(derBitString(hex('a0'), 5)))).toEqual({ unusedBits: 5, bytes: hex('a0') });
    for (const bytes of ['03 00', '03 01 01', '03 02 08 00', '03 02 01 01']) {
      expect(codeOf(() => readBitString(readDer(hex(bytes))))).toBe('der_value');
    }
  });

  test('named bits come back by number', () => {
    expect(derNamedBits(5, 6)).toEqual(hex('03 02 01 06'));
    expect(derNamedBits()).toEqual(hex('03 01 00'));
    expect([...readNamedBits(readDer(derNamedBits(0, 9, 25)))]).toEqual([0, 9, 25]);
  });

  test('a set is written in the one order that DER allows', () => {
    expect(derSetOf(derInteger(300), derNull(), derInteger(5))).toEqual(
      hex('31 09 02 01 05 02 02 01 2c 05 00'),
    );
  });

  test('tags in context keep or wrap the element', () => {
    expect(derExplicit(3, derNull())).toEqual(hex('a3 02 05 00'));
    expect(derImplicit(0, derOctetString(hex('01')))).toEqual(hex('80 01 01'));
    expect(derImplicit(0, derSetOf(derNull()))).toEqual(hex('a0 02 05 00'));
  });

  test('times are written to the millisecond without trailing zeros, and UTCTime to the second', () => {
    const text = (element: Uint8Array): string => String.fromCharCode(...contentOf(readDer(element)));
    expect(text(derGeneralizedTime(new Date('2018-07-18T20:59:03.190Z')))).toBe('20180718205903.19Z');
    expect(text(derGeneralizedTime(new Date('2018-07-18T20:59:03.000Z')))).toBe('20180718205903Z');
    expect(text(derUtcTime(new Date('2018-07-18T20:59:03.999Z')))).toBe('180718205903Z');
    expect(codeOf(() => derUtcTime(new Date('2050-01-01T00:00:00Z')))).toBe('invalid_argument');
    expect(codeOf(() => derGeneralizedTime(new Date('+010000-01-01T00:00:00Z')))).toBe('invalid_argument');
    expect(codeOf(() => derUtcTime(new Date(Number.NaN)))).toBe('invalid_argument');
  });

  test('strings keep to their alphabets', () => {
    expect(derUtf8String('ñ')).toEqual(hex('0c 02 c3 b1'));
    expect(derPrintableString('MX')).toEqual(hex('13 02 4d 58'));
    expect(codeOf(() => derPrintableString('ñ'))).toBe('invalid_argument');
  });
});

describe('fields are taken in order', () => {
  const record = derSequence(derInteger(1), derNull());

  test('optional ones may be absent, missing and unknown ones are errors', () => {
    const fields = new DerFields(readDer(record));
    expect(fields.takeOptional(TAG.boolean)).toBeUndefined();
    expect(encodingOf(fields.take(TAG.integer))).toEqual(hex('02 01 01'));
    expect(codeOf(() => fields.end())).toBe('der_value');
    expect(codeOf(() => fields.take(TAG.oid))).toBe('der_tag');
    expect(codeOf(() => fields.takeAny())).toBe('der_value');
  });

  test('a set is not taken for a sequence', () => {
    expect(codeOf(() => childrenOf(readDer(record), TAG.set))).toBe('der_tag');
  });

  test('lengths of every size class are written minimally and read back', () => {
    for (const size of [0, 127, 128, 255, 256, 65_535, 65_536, 1_000_000]) {
      expect(contentOf(readDer(derOctetString(new Uint8Array(size)))).length).toBe(size);
    }
  });

  test("reading never shares its structure with a Buffer's slice", () => {
    const element = readDer(Buffer.from(record));
    expect(element.source.constructor).toBe(Uint8Array);
  });
});
