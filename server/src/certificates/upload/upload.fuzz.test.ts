import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { BOUNDARY, CONTENT_TYPE, MULTIPART_CORPUS } from '../../../../tests/harness/malformed-multipart.ts';
import { AppError } from '../../kernel/errors.ts';
import { readUpload, type UploadedForm } from './upload.ts';

describe('P28 fuzz', () => {
  const seed = Number(process.env.SELLO_FUZZ_SEED ?? 20_260_101);
  const runs = Number(process.env.SELLO_FUZZ_RUNS ?? 5_000);
  const limits = { maxFileBytes: 120 };
  const codes = [
    'bad_request',
    'malformed_json',
    'malformed_multipart',
    'file_too_large',
    'validation_failed',
    'invalid_base64',
    'empty_file',
  ];

  /** Reads mutations of the seeds; `judge` checks each one that was accepted. */
  async function fuzz(
    type: string,
    seeds: string[],
    words: string[],
    judge: (body: Buffer, form: ReadForm) => void,
  ) {
    const random = seededRandom(seed);
    let accepted = 0;
    for (let run = 0; run < runs; run++) {
      const body = mutate(Buffer.from(seeds[random(seeds.length)] as string, 'latin1'), words, random);
      const label = `SELLO_FUZZ_SEED=${seed}, run ${run}: ${JSON.stringify(body.toString('latin1'))}`;
      const written: Uint8Array[] = [];
      const sink = { write: (chunk: Uint8Array) => void written.push(chunk) };
      try {
        const form = await readUpload(streamOf(cutAtRandom(body, random)), type, undefined, sink, limits);
        accepted++;
        judge(body, { ...form, bytes: Buffer.concat(written), label });
      } catch (error) {
        const isAnswer = error instanceof AppError && codes.includes(error.code);
        if (!isAnswer) throw new Error(label, { cause: error });
      }
      expect(Buffer.concat(written).length, label).toBeLessThanOrEqual(limits.maxFileBytes);
    }
    return accepted;
  }

  test(`${runs} mutated multipart bodies are answered, and an accepted one gives exactly the bytes it contains`, async () => {
    const content = `a\r\n--${BOUNDARY.slice(0, 4)}\r\r\n-b\0\xff`;
    const intact = Buffer.from(`${filePart(content)}\r\n--${BOUNDARY}`, 'latin1');
    const seeds = [
      `preamble${textPart('title', 'hola')}${textPart('other', '1')}${filePart(content)}${textPart('description', 'a\r\nb')}${END}`,
      `${filePart('x'.repeat(limits.maxFileBytes - 2))}${END}`,
      ...MULTIPART_CORPUS.filter(({ body }) => body.length < 1_000).map(({ body }) =>
        body.toString('latin1'),
      ),
    ];
    const delimiter = `\r\n--${BOUNDARY}`;
    const words = [delimiter, `${delimiter}--`, `${delimiter}\r\n`, `--${BOUNDARY}`, ...MULTIPART_WORDS];
    const accepted = await fuzz(CONTENT_TYPE, seeds, words, (body, form) => {
      expect(contentsIn(body), form.label).toContain(form.bytes.toString('latin1'));
      const isIntact = body.includes(intact) && body.indexOf(intact) === body.lastIndexOf(intact);
      if (isIntact) expect(form.bytes.toString('latin1'), form.label).toBe(content);
    });
    expect(accepted).toBeGreaterThan(runs / 100);
  });

  test(`${runs} mutated JSON bodies are answered, and an accepted one is read as JSON.parse reads it`, async () => {
    const plain = {
      file_name: 'a.txt',
      title: 'Título',
      file_base64: Buffer.from('hola\xff\xfb\xef', 'latin1').toString('base64'),
      description: 'a\nb',
      x: [{ y: [1, null, '😀'] }],
    };
    const text = JSON.stringify(plain);
    const seeds = [
      text,
      text.replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
      JSON.stringify(plain, null, 2),
      JSON.stringify({ ...plain, file_base64: 'QUJD'.repeat(limits.maxFileBytes / 3 - 1) }),
    ].map((seed) => Buffer.from(seed).toString('latin1'));
    const accepted = await fuzz('application/json', seeds, JSON_WORDS, (body, form) => {
      const oracle = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
      expect(form.bytes.toString('base64'), form.label).toBe(oracle.file_base64);
      expect(form.file.name, form.label).toBe(oracle.file_name);
      expect(form.title ?? '', form.label).toBe(oracle.title ?? '');
      expect(form.description ?? null, form.label).toBe(oracle.description ?? null);
    });
    expect(accepted).toBeGreaterThan(runs / 100);
  });
});

const END = `\r\n--${BOUNDARY}--\r\n`;
const MULTIPART_WORDS = '\r\n|\r|\n|--|\r\n\r\n|"|\\|;|:|\0|\xff| |filename="x"|name="file"'.split('|');
const JSON_WORDS =
  '"|\\|\\/|\\"|\\u002F|\\u|{|}|[|]|,|:|null|1e5|\0|\xff|\xc3\xa1| |\n|=|==|AAAA|-|"file_base64":"|"title":'.split(
    '|',
  );

type ReadForm = UploadedForm & { bytes: Buffer; label: string };

/** The contents of all parts, found by a lenient reader that has the complete body. */
function contentsIn(body: Buffer): string[] {
  const [, ...parts] = `\r\n${body.toString('latin1')}`.split(`\r\n--${BOUNDARY}`);
  return parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4));
}

function textPart(name: string, value: string): string {
  return `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function filePart(content: string): string {
  return textPart('file"; filename="a.txt', content);
}

function streamOf(chunks: Buffer[]): Readable {
  let next = 0;
  return new Readable({
    read() {
      this.push(chunks[next++] ?? null);
    },
  });
}

function cutAtRandom(bytes: Buffer, random: (below: number) => number): Buffer[] {
  const chunks: Buffer[] = [];
  const largest = [1, 5, 40, 1_000][random(4)] as number;
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + random(largest);
    chunks.push(bytes.subarray(at, next));
    at = next;
  }
  return chunks;
}

/** One to three small mutations: a byte changed, a range lost or repeated, a word inserted, the end cut off. */
function mutate(original: Buffer, words: string[], random: (below: number) => number): Buffer {
  let body = original;
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(body.length + 1);
    const stretch = body.subarray(at, at + 1 + random(20));
    const rest = body.subarray(at + stretch.length);
    const word = Buffer.from(words[random(words.length)] as string, 'latin1');
    const endings = [
      [Buffer.of(random(256)), body.subarray(at + 1)],
      [rest],
      [stretch, stretch, rest],
      [word, body.subarray(at)],
      [word, rest],
    ];
    const ending = random(40) === 0 ? [] : (endings[random(endings.length)] as Buffer[]);
    body = Buffer.concat([body.subarray(0, at), ...ending]);
  }
  return body;
}

/** The mulberry32 generator: small, and deterministic on every machine. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
