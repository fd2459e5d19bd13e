import { randomBytes } from 'node:crypto';
import { encodeHex, encodeOtsTree, evaluateOts, type OtsOperation, type OtsTree } from '@sello/proof';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBitcoinBlocks } from '../../server/src/anchoring/calendars/bitcoin-blocks.ts';
import type { CalendarFailureCode } from '../../server/src/anchoring/calendars/calendar-failure.ts';
import { type CalendarHttp, openCalendarHttp } from '../../server/src/anchoring/calendars/http-client.ts';
import { openCalendar } from '../../server/src/anchoring/calendars/ots-calendar.ts';
import type { Calendar } from '../../server/src/anchoring/calendars/ports.ts';
import { nodeCryptoEngine as crypto } from '../../server/src/kernel/crypto-node.ts';
import {
  type CalendarBackend,
  type CalendarBehaviour,
  type CalendarServer,
  openCalendarServer,
  startCalendarBackend,
} from '../harness/calendar-server.ts';

/** For answers that never come; all other answers may take as long as a busy machine needs. */
const SHORT_DEADLINE_MS = 400;

let backend: CalendarBackend;
let server: CalendarServer;
let http: CalendarHttp;
let hastyHttp: CalendarHttp;
let calendar: Calendar;
beforeAll(async () => {
  backend = await startCalendarBackend();
  server = await openCalendarServer(backend);
  http = openCalendarHttp(30_000);
  hastyHttp = openCalendarHttp(SHORT_DEADLINE_MS);
  calendar = openCalendar(http, server.url);
});
afterEach(async () => {
  server.tellTruth();
  await server.refuse();
  await server.listen();
});
afterAll(async () => {
  await http.close();
  await hastyHttp.close();
  await server.close();
  await backend.close();
});

async function promised(digest: Uint8Array): Promise<{ uri: string; commitment: Uint8Array }> {
  const [found, ...others] = await evaluateOts(crypto, { digest, tree: await calendar.submit(digest) });
  expect(others).toEqual([]);
  if (found?.attestation.kind !== 'pending') throw new Error('no promise');
  return { uri: found.attestation.uri, commitment: found.message };
}

test('a promise leads from the digest to a commitment, and its completion to the Merkle root of a block', async () => {
  const { uri, commitment } = await promised(randomBytes(32));
  expect(uri).toBe(server.url);
  expect(await calendar.complete(commitment)).toBeUndefined();
  const { height, header } = await backend.mine();
  const tree = await calendar.complete(commitment);
  expect(await evaluateOts(crypto, { digest: commitment, tree: tree! })).toEqual([
    { attestation: { kind: 'bitcoin', height }, message: header.subarray(36, 68) },
  ]);
});

test('the same digest may be sent again, and an unknown commitment counts as pending', async () => {
  const digest = randomBytes(32);
  const [first, second] = [await promised(digest), await promised(digest)];
  expect(first.commitment).not.toEqual(second.commitment);
  expect(await calendar.complete(randomBytes(44))).toBeUndefined();
});

test('a calendar sees the digest, the program’s name and nothing else', async () => {
  const digest = randomBytes(32);
  server.requests.length = 0;
  await calendar.submit(digest);
  expect(server.requests).toEqual([{ method: 'POST', path: '/digest', body: digest }]);
});

const FAULTS: [CalendarBehaviour, CalendarFailureCode][] = [
  ['silence', 'timeout'],
  ['one byte at a time', 'timeout'],
  ['an error status', 'unreachable'],
  ['an error without end', 'unreachable'],
  ['too many requests', 'unreachable'],
  ['a redirect', 'unreachable'],
  ['reset before the answer', 'unreachable'],
  ['cut mid-body', 'unreachable'],
  ['html', 'garbage'],
  ['nothing', 'garbage'],
  ['without end', 'garbage'],
  ['no http', 'garbage'],
];

describe.for(FAULTS)('a calendar that answers with %s', ([behaviour, code]) => {
  test.for(['submit', 'complete'] as const)(
    'fails %s with its error code and in time, and works again afterwards',
    async (call) => {
      const { commitment } = await promised(randomBytes(32));
      await backend.mine();
      server.behave(behaviour);
      const asked = code === 'timeout' ? openCalendar(hastyHttp, server.url) : calendar;
      await expect(asked[call](call === 'submit' ? randomBytes(32) : commitment)).rejects.toMatchObject({
        name: 'CalendarFailure',
        code,
      });
      server.tellTruth();
      expect(await calendar.complete(commitment)).toBeDefined();
    },
  );
});

test('a calendar that is down is reported as unreachable', async () => {
  await server.refuse();
  await expect(calendar.submit(randomBytes(32))).rejects.toMatchObject({ code: 'unreachable' });
  await expect(calendar.complete(randomBytes(44))).rejects.toMatchObject({ code: 'unreachable' });
});

const APPEND: OtsOperation = { name: 'append', argument: Uint8Array.of(1) };
const tip: OtsTree = { attestations: [{ kind: 'bitcoin', height: 1 }], branches: [] };
const deep = (levels: number): OtsTree =>
  levels === 0 ? tip : { attestations: [], branches: [{ operation: APPEND, tree: deep(levels - 1) }] };
const wide = (parts: number): OtsTree => ({
  attestations: Array.from({ length: parts }, (_, height) => ({ kind: 'bitcoin', height })),
  branches: [],
});

test.for([
  ['nested too deep', encodeOtsTree(deep(120))],
  ['too many parts', encodeOtsTree(wide(300))],
  ['too many bytes', Buffer.alloc(10_001, 8)],
  ['a byte too many', Buffer.concat([encodeOtsTree(tip), Buffer.of(0)])],
  ['half of one', Buffer.concat([encodeOtsTree(deep(4)).subarray(0, 6)])],
] as const)('a timestamp that is %s is refused', async ([, body]) => {
  const { commitment } = await promised(randomBytes(32));
  await backend.mine();
  server.rewrite(() => body);
  await expect(calendar.submit(randomBytes(32))).rejects.toMatchObject({ code: 'garbage' });
  await expect(calendar.complete(commitment)).rejects.toMatchObject({ code: 'garbage' });
});

test('a malformed commitment is not requested', async () => {
  server.requests.length = 0;
  await expect(calendar.complete(randomBytes(129))).rejects.toMatchObject({ code: 'garbage' });
  expect(server.requests).toEqual([]);
});

describe('Bitcoin headers', () => {
  const blocks = () => openBitcoinBlocks(http, `${server.url}/`);

  test('returns the header of a block, and nothing for a missing block', async () => {
    const { height, header } = await backend.mine();
    expect(Buffer.from((await blocks().headerAt(height))!)).toEqual(header);
    expect(await blocks().headerAt(height + 1)).toBeUndefined();
  });

  test('a header that does not hash to its block is refused, and so is anything else', async () => {
    const { height, header } = await backend.mine();
    const flipped = Buffer.from(header);
    flipped[36]! ^= 1;
    for (const text of [encodeHex(flipped), encodeHex(header.subarray(1)), 'x'.repeat(160), '']) {
      server.rewrite((body, path) => (path.endsWith('/header') ? Buffer.from(text) : body));
      await expect(blocks().headerAt(height)).rejects.toMatchObject({ code: 'garbage' });
    }
    server.behave('an error status');
    await expect(blocks().headerAt(height)).rejects.toMatchObject({ code: 'unreachable' });
  });
});
