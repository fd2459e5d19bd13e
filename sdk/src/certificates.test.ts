import { describe, expect, test } from 'vitest';
import type { CreateOptions } from './certificates.ts';
import { Sello } from './node.ts';

type Sent = { path: string; type: string; form: FormData | undefined; json: unknown; length: string | null };

/** A client whose server fails this many times and then certifies. The clock moves only during sleeps. */
function clientOf(failures: number, statuses = ['stamped']) {
  const sent: Sent[] = [];
  const clock = { ms: 0 };
  const sello = new Sello({
    apiKey: 'sello_test_x',
    baseUrl: 'https://sello.example',
    fetch: async (url, init = {}) => {
      const headers = new Headers(init.headers);
      const type = headers.get('content-type') ?? '';
      const content = new Response(init.body ?? null, { headers: { 'content-type': type } });
      sent.push({
        path: String(url).slice('https://sello.example/api/public/v1'.length),
        type,
        form: type.startsWith('multipart/') ? await content.formData() : undefined,
        json: type === 'application/json' ? await content.json() : undefined,
        length: headers.get('content-length'),
      });
      if (sent.length <= failures) return new Response('{}', { status: 503 });
      const status = statuses[Math.min(sent.length - failures, statuses.length) - 1];
      return Response.json({ certificate: { id: 'cert_1', status } });
    },
    runtime: {
      now: () => clock.ms,
      sleep: async (ms) => {
        clock.ms += ms;
      },
    },
  });
  return { sello, sent, clock };
}

async function* once(...chunks: string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk);
}

function textIn(form: FormData | undefined): Promise<string> {
  const file = form?.get('file');
  if (!(file instanceof Blob)) throw new Error('no file was sent');
  return file.text();
}

describe('a file is sent whole, whatever its source', () => {
  const bytes = new TextEncoder().encode('x contents y').subarray(2, 10);
  test.for([
    ['a view of bytes', { file: bytes }],
    ['a File', { file: new File(['contents'], 'a.txt', { type: 'text/plain' }) }],
    ['a stream', { stream: once('con', 'tents') }],
    ['a function that opens a stream', { stream: () => new Blob(['contents']).stream() }],
    ['a stream whose size is known', { stream: once('contents'), file_size: 8 }],
  ] as const)('%s', async ([, content]) => {
    const { sello, sent } = clientOf(0);
    const words = { title: 'Título "ñ"', metadata: { a: 'b' }, file_name: 'a "b"\r\n.txt' };
    const seal = 'pdf_if_possible';
    await sello.certificates.create({ ...words, ...content, seal, stamp: 'shared' });
    const { form } = sent[0] ?? {};
    expect(await textIn(form)).toBe('contents');
    expect(form?.get('title')).toBe('Título "ñ"');
    expect(form?.get('metadata')).toBe('{"a":"b"}');
    expect(form?.get('seal')).toBe(seal);
    expect([...(form?.keys() ?? [])]).toEqual(['title', 'metadata', 'seal', 'stamp', 'file']);
  });

  test('and its progress is reported to the last byte', async () => {
    const { sello } = clientOf(0);
    const told: unknown[] = [];
    const options: CreateOptions = { onProgress: (progress) => told.push(progress) };
    await sello.certificates.create({ stream: once('con', 'tents'), file_size: 8, file_name: 'a' }, options);
    expect(told).toEqual([
      { phase: 'sending', loaded: 3, total: 8 },
      { phase: 'sending', loaded: 8, total: 8 },
    ]);
  });
});

describe('a failed upload', () => {
  test('is retried from the start if the bytes can be read again', async () => {
    const { sello, sent } = clientOf(2);
    let opened = 0;
    const stream = () => {
      opened += 1;
      return once('contents');
    };
    await sello.certificates.create({ stream, file_name: 'a' });
    expect(opened).toBe(3);
    expect(await Promise.all(sent.map(({ form }) => textIn(form)))).toEqual(Array(3).fill('contents'));
  });

  test('is not retried once bytes of a stream were sent', async () => {
    const { sello, sent } = clientOf(2);
    const upload = sello.certificates.create({ stream: once('contents'), file_name: 'a' });
    await expect(upload).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  test('is retried with a stream of which nothing was sent', async () => {
    let tries = 0;
    const sello = new Sello({
      apiKey: 'sello_test_x',
      baseUrl: 'https://sello.example',
      fetch: async (_url, init = {}) => {
        tries += 1;
        if (tries === 1) throw new TypeError('connect ECONNREFUSED');
        const type = new Headers(init.headers).get('content-type') ?? '';
        const form = await new Response(init.body ?? null, { headers: { 'content-type': type } }).formData();
        return Response.json({ certificate: { id: await textIn(form) } });
      },
      runtime: { sleep: async () => {} },
    });
    const made = await sello.certificates.create({ stream: once('contents'), file_name: 'a' });
    expect([made.id, tries]).toEqual(['contents', 2]);
  });
});

describe('only a fingerprint is sent', () => {
  const sha256 = 'd1b2a59fbea7e20077af9f91b27e95e865061b270be03ff539ab3b73587882e8';
  test('as it was given', async () => {
    const { sello, sent } = clientOf(0);
    await sello.certificates.create({ sha256, file_name: 'a.mov', title: 'T' });
    expect(sent[0]?.json).toEqual({ sha256, file_name: 'a.mov', title: 'T' });
  });

  test('of a file that is hashed here, with the progress of hashing', async () => {
    const { sello, sent } = clientOf(0);
    const told: unknown[] = [];
    const onProgress = (progress: unknown) => told.push(progress);
    await sello.certificates.create(
      { file: new File(['contents'], 'a.txt') },
      { hashOnly: true, onProgress },
    );
    expect(sent[0]?.json).toEqual({ sha256, file_name: 'a.txt', file_size: 8 });
    expect(told).toEqual([{ phase: 'hashing', loaded: 8, total: 8 }]);
  });

  test('but not if it differs from the one that the caller gave', async () => {
    const { sello, sent } = clientOf(0);
    const input = { file: new Blob(['contents']), file_name: 'a', sha256: '0'.repeat(64) };
    await expect(sello.certificates.create(input, { hashOnly: true })).rejects.toMatchObject({
      code: 'digest_mismatch',
    });
    expect(sent).toEqual([]);
  });
});

test('missing fields are reported before anything is sent', async () => {
  const { sello, sent } = clientOf(0);
  await expect(sello.certificates.create({ file: new Blob(['x']) })).rejects.toThrow(
    '`file_name` is missing',
  );
  await expect(
    sello.certificates.create({ file: new Blob(['x']), file_name: 'a', file_mime: 'a\r\nX-Evil: 1' }),
  ).rejects.toThrow('media type');
  expect(sent).toEqual([]);
});

describe('waiting until it is certified', () => {
  test('asks a server that answers at once every two seconds', async () => {
    const { sello, sent, clock } = clientOf(0, ['stamped', 'anchoring', 'certified']);
    const seen: string[] = [];
    const onCheck = ({ status }: { status: string }) => seen.push(status);
    const made = await sello.certificates.waitUntilCertified('cert_1', { onCheck });
    expect(made.status).toBe('certified');
    expect(seen).toEqual(['stamped', 'anchoring', 'certified']);
    expect(clock.ms).toBe(4_000);
    expect(sent[0]?.path).toBe('/certificates/cert_1?wait=certified&timeout=30');
  });

  test('gives up at its time limit', async () => {
    const { sello, clock } = clientOf(0, ['stamped']);
    const waiting = sello.certificates.waitUntilCertified('cert_1', { timeoutMs: 5_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'not_certified_yet' });
    expect(clock.ms).toBe(5_000);
  });
});
