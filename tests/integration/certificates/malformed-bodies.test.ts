import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { CONTENT_TYPE, MULTIPART_CORPUS } from '../../harness/malformed-multipart.ts';
import { BOUNDARY, multipart } from '../../harness/multipart.ts';
import { openConnection, postHead, postRaw } from '../../harness/raw-http.ts';
import { type SeededRandom, seededRandom } from '../../harness/seeded-random.ts';
import { incomingFiles } from '../../harness/take-stock.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const MUTATIONS = Number(process.env.SELLO_TEST_MUTATIONS ?? 1_200);
const STATUS = { malformed_multipart: 400, validation_failed: 422, empty_file: 422 };

let baseUrl: string;
let descriptors: number;
const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount({ certificates: 1_000_000 }));
beforeAll(async () => {
  baseUrl = await sello.listen();
  // Connections that are opened once and kept (database, provider) are open from here on.
  const warmUp = Array.from({ length: 30 }, () => sello.certify(caller.key));
  await Promise.all([
    ...warmUp,
    ...Array.from({ length: 30 }, () => sello.ports.records.query('select 1', [], 'ready')),
  ]);
  await expectNoReservation();
  descriptors = await countDescriptors();
});

const countDescriptors = async () => (await readdir('/proc/self/fd')).length;

/** No socket, descriptor, temporary file, reservation or waiter is left from earlier requests. */
async function expectNothingLeft(): Promise<void> {
  await expect.poll(countDescriptors).toBeLessThanOrEqual(descriptors);
  await expect.poll(() => incomingFiles(sello.dataDir)).toEqual([]);
  await expectNoReservation();
  await sello.certify(caller.key);
}

async function expectNoReservation(): Promise<void> {
  const [row] = await sello.database.query('select count(*) from allowance_reservations', [], 'left');
  expect(row?.count).toBe(0);
}

test.for(MULTIPART_CORPUS)('P28 over a socket, $name', async ({ body, code }) => {
  const request = { key: caller.key, headers: { 'content-type': CONTENT_TYPE } };
  const answer = await postRaw(baseUrl, request, body);
  expect(answer.status).toBe(code === undefined ? 201 : STATUS[code]);
  expect(answer.body.error).toBe(code);
});

test('P28 the whole corpus leaves nothing behind', expectNothingLeft);

const VALID_FORM = multipart([
  { name: 'title', value: 'Un título' },
  { name: 'file', value: 'line\r\n--line\r\n', filename: 'año.txt', type: 'text/plain; charset=utf-8' },
  { name: 'description', value: 'dos\r\nlíneas' },
  { name: 'unknown', value: '' },
]);
const VALID_JSON = {
  payload: Buffer.from(
    '{ "title": "Un \\u0074ítulo", "x": [1, {"y": null}], "file_name":"a\\/b.txt",\n"file_base64":"aG9sYSBtdW5kbw==" }',
  ),
  headers: { 'content-type': 'application/json' },
};

test.for([
  ['multipart', VALID_FORM],
  ['JSON', VALID_JSON],
] as const)('P28 every mutation of a valid %s body is answered with 201 or a 4xx', async ([, form]) => {
  const random = seededRandom();
  const expectAnswer = async (body: Buffer, number: number) => {
    const answer = await postRaw(baseUrl, { key: caller.key, headers: form.headers }, body);
    const where = `seed ${random.seed}, mutation ${number}: ${answer.status}\n${body.toString('latin1')}`;
    expect([201, 400, 413, 415, 422], where).toContain(answer.status);
  };
  for (let number = 0; number < MUTATIONS / 2; number += 10) {
    const bodies = Array.from({ length: 10 }, () => mutate(random, form.payload));
    await Promise.all(bodies.map((body, index) => expectAnswer(body, number + index)));
  }
  await expectNothingLeft();
});

test('P28 a body in chunks of any size gets the same answer', async () => {
  const random = seededRandom();
  for (const { body, code } of MULTIPART_CORPUS.filter(({ body }) => body.length < 500)) {
    const connection = await openConnection(baseUrl);
    const headers = { 'content-type': CONTENT_TYPE, 'transfer-encoding': 'chunked' };
    await connection.send(postHead({ key: caller.key, headers }));
    const answer = connection.answer();
    for (let at = 0; at < body.length; ) {
      const piece = body.subarray(at, at + 1 + random.below(40));
      at += piece.length;
      await connection.send(
        Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
      );
    }
    await connection.send('0\r\n\r\n');
    expect((await answer).status, `seed ${random.seed}`).toBe(code === undefined ? 201 : STATUS[code]);
    connection.close();
  }
  await expectNothingLeft();
});

test('P28 a client that disconnects in the middle leaves nothing behind', async () => {
  const before = await listed();
  for (let cut = 1; cut < VALID_FORM.payload.length; cut += 7) {
    const connection = await openConnection(baseUrl);
    const headers = { ...VALID_FORM.headers, 'content-length': String(VALID_FORM.payload.length) };
    await connection.send(postHead({ key: caller.key, headers }));
    await connection.send(VALID_FORM.payload.subarray(0, cut));
    if (cut % 2 === 0) connection.close();
    else connection.leave();
  }
  const large = await openConnection(baseUrl);
  await large.send(
    postHead({ key: caller.key, headers: { ...VALID_FORM.headers, 'content-length': '40000000' } }),
  );
  await large.send(VALID_FORM.payload.subarray(0, 200));
  await large.send(Buffer.alloc(5_000_000));
  large.close();
  await expectNothingLeft();
  expect(await listed()).toBe(before + 1);
});

test('P28 none of these requests caused a server error', () => {
  expect(sello.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

async function listed(): Promise<number> {
  const { body } = await sello.call('GET', `${API}/certificates?limit=1`, { key: caller.key });
  return body.pagination.total;
}

const FRAGMENTS = [
  '\r\n',
  '\r',
  '\n',
  '--',
  `--${BOUNDARY}`,
  `\r\n--${BOUNDARY}--`,
  '\0',
  '"',
  '\\',
  ';',
  ':',
  '\xff',
  '{',
  '}',
  '[',
  ',',
  '=',
  '\\u0000',
  'name="file"',
];

/** One to three small mutations: a byte changed, a piece removed, doubled or inserted, the end cut off. */
function mutate(random: SeededRandom, body: Buffer): Buffer {
  let mutated = body;
  for (let left = 1 + random.below(3); left > 0; left--) mutated = mutateOnce(random, mutated);
  return mutated;
}

function mutateOnce(random: SeededRandom, body: Buffer): Buffer {
  const at = random.below(body.length + 1);
  const end = Math.min(body.length, at + 1 + random.below(24));
  const [before, piece, after] = [body.subarray(0, at), body.subarray(at, end), body.subarray(end)];
  switch (random.below(6)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), body.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, after]);
    case 3:
      return Buffer.concat([
        before,
        Buffer.from(FRAGMENTS[random.below(FRAGMENTS.length)] ?? '', 'latin1'),
        body.subarray(at),
      ]);
    case 4:
      return Buffer.concat([before, Buffer.from(piece).reverse(), after]);
    default:
      return before;
  }
}
