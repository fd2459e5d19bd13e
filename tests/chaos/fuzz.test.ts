import { afterAll, beforeAll, expect, test } from 'vitest';
import { callUntilServed, faultsIn } from '../harness/call-until-served.ts';
import { type FuzzDocument, makeFuzzer } from '../harness/fuzz-openapi.ts';
import { openConnection, type RawAnswer } from '../harness/raw-http.ts';
import { type SeededRandom, seededRandom } from '../harness/seeded-random.ts';
import { incomingFiles } from '../harness/take-stock.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const AT_ONCE = 8;

let sello: TestSello;
let baseUrl: string;
beforeAll(async () => {
  sello = await openTestSello();
  baseUrl = await sello.listen();
});
afterAll(() => sello.close());

test(`P38 ${FIGURES.fuzzedRequests} requests drawn from our own OpenAPI: no 5xx, every answer fits the document`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  const { account, key } = await sello.newAccount({ certificates: 1_000_000 });
  const narrow = await sello.newKey(account, { scopes: ['verify:read'] });
  const forTests = await sello.newKey(account, { mode: 'test' });
  const made = [await sello.certify(key, 'one'), await sello.certify(key, 'two')];
  await sello.sequence();
  const foreign = await sello.certify((await sello.newAccount()).key, 'three');
  const known = {
    ids: [...made.map(({ id }) => id), foreign.id, 'cert_0000000000000000000000'],
    hashes: [...made.map(({ file }) => file.sha256), foreign.file.sha256, '0'.repeat(64)],
    keys: [key, key, key, forTests.key, narrow.key],
  };
  const draw = makeFuzzer(sello.app.swagger() as unknown as FuzzDocument, known, random);
  const statuses = new Map<number, number>();
  const troubles: string[] = [];
  const send = async (number: number) => {
    const { method, url, call } = draw();
    const where = () =>
      `seed ${random.seed}, request ${number}: ${method} ${url} ${JSON.stringify(call).slice(0, 2_000)}`;
    try {
      const { status, text } = await callUntilServed(sello, method, url, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) troubles.push(`${status} ${text} ${where()}`);
    } catch (error) {
      troubles.push(`${error} ${where()}`);
    }
  };
  for (let number = 0; number < FIGURES.fuzzedRequests && troubles.length < 5; number += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => send(number + more)));
  }
  expect(troubles, troubles.join('\n')).toEqual([]);
  // The fuzzing is only useful if some requests succeed and some are refused.
  for (const status of [200, 201, 400, 401, 403, 404, 422])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
  expect(faultsIn(sello)).toEqual([]);
  expect(await incomingFiles(sello.dataDir)).toEqual([]);
});

const PIECES = [
  'GET',
  'POST',
  'get',
  ' ',
  '\t',
  '/healthz',
  '/api/public/v1/certificates',
  '/%zz',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/9.9',
  '\r\n',
  '\n',
  '\r',
  'Host: sello.test',
  'Host: a\r\nHost: b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Authorization: Bearer x',
  ': empty',
  'X-Folded: a\r\n b',
  '\u0000',
  '5\r\nhello\r\n0\r\n\r\n',
  'fffffffffffffffff\r\n',
  'hello',
  'a'.repeat(9_000),
  `X-Long: ${'b'.repeat(40_000)}`,
];

test(`P31 ${FIGURES.fuzzedHeads} broken heads over sockets: 4xx or closed, never 5xx, and the next caller is served`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  const answers: RawAnswer[] = [];
  for (let number = 0; number < FIGURES.fuzzedHeads; number += AT_ONCE) {
    const round = Array.from({ length: AT_ONCE }, () => sendBroken(drawHead(random)));
    answers.push(...(await Promise.all(round)).filter((answer) => answer !== undefined));
  }
  expect(
    answers.filter(({ status }) => status >= 500),
    `seed ${random.seed}`,
  ).toEqual([]);
  expect(answers.some(({ status }) => status === 400)).toBe(true);
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  expect(faultsIn(sello)).toEqual([]);
});

function drawHead(random: SeededRandom): string {
  const piece = () => PIECES[random.below(PIECES.length)] ?? '';
  const first = random.below(3) === 0 ? piece() + piece() + piece() : 'GET /healthz HTTP/1.1';
  const lines = Array.from({ length: random.below(5) }, piece);
  const host = random.below(4) === 0 ? [] : ['Host: sello.test'];
  return `${[first, ...host, ...lines].join('\r\n')}\r\n\r\n${random.below(3) === 0 ? piece() : ''}`;
}

/** Undefined if the connection was closed without an answer, as after an incomplete head. */
async function sendBroken(text: string): Promise<RawAnswer | undefined> {
  const connection = await openConnection(baseUrl);
  const answer = connection.answer().catch(() => undefined);
  await connection.send(text);
  connection.leave();
  const received = await answer;
  connection.close();
  return received;
}
