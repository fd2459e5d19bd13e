import { describe, expect, test } from 'vitest';
import { isSelloError, SelloConnectionError, SelloError } from './errors.ts';
import { Sello } from './node.ts';
import { type RetryNotice, searchOf } from './transport.ts';

type Sent = { url: string; method: string; headers: Headers; body: string };

/** A client whose server gives these answers in turn, and whose pauses are recorded instead of waited for. */
function clientOf(answers: (Response | Error | (() => Response))[], maxRetries?: number) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const notices: RetryNotice[] = [];
  const sello = new Sello({
    apiKey: 'sello_test_x',
    baseUrl: 'https://sello.example/',
    maxRetries,
    onRetry: (notice) => notices.push(notice),
    fetch: async (url, init = {}) => {
      const answer = answers[sent.length] ?? new Error('no answer left');
      const body = await new Response(init.body ?? null).text();
      sent.push({ url: String(url), method: init.method ?? '', headers: new Headers(init.headers), body });
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
    runtime: {
      now: () => 1_000_000,
      random: () => 0.5,
      sleep: async (ms, signal) => {
        pauses.push(ms);
        signal?.throwIfAborted();
      },
    },
  });
  return { sello, sent, pauses, notices };
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const refusal = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, message: `because ${error}` }, headers);
const certificate = json.bind(undefined, 200, { certificate: { id: 'cert_1', status: 'stamped' } });

describe('temporary failures are retried', () => {
  test.for([
    [429, 'rate_limit_exceeded'],
    [502, 'psc_unavailable'],
    [503, 'storage_unavailable'],
    [409, 'idempotency_in_progress'],
  ] as const)('%s %s after the time that the server asks for', async ([status, code]) => {
    const { sello, sent, pauses, notices } = clientOf([
      refusal(status, code, { 'retry-after': '7' }),
      certificate(),
    ]);
    expect(await sello.certificates.get('cert_1')).toMatchObject({ id: 'cert_1' });
    expect([sent.length, pauses]).toEqual([2, [7_250]]);
    expect(notices).toMatchObject([{ error: { code }, tries: 1 }]);
  });

  test('a Retry-After that is a date is one', async () => {
    const at = new Date(1_000_000 + 9_000).toUTCString();
    const { sello, pauses } = clientOf([refusal(503, 'overloaded', { 'retry-after': at }), certificate()]);
    await sello.certificates.get('cert_1');
    expect(pauses).toEqual([9_250]);
  });

  test('a broken network, with growing random pauses, up to a limit', async () => {
    const { sello, sent, pauses } = clientOf([], 3);
    const failure = await sello.certificates.get('cert_1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SelloConnectionError);
    expect(failure).toMatchObject({ code: 'connection_failed', status: 0 });
    expect([sent.length, pauses]).toEqual([4, [375, 750, 1_500]]);
  });

  test('an answer that breaks off in the middle', async () => {
    const { sello, sent } = clientOf([new Response('{"certificate":', { status: 200 }), certificate()]);
    await sello.certificates.get('cert_1');
    expect(sent).toHaveLength(2);
  });

  test('a POST with the same Idempotency-Key, and each call with one of its own', async () => {
    const answer = () => json(201, { member: { id: 'mem_1' } });
    const { sello, sent } = clientOf([refusal(503, 'overloaded'), answer, answer, answer]);
    const body = { given_name: 'Ana', first_surname: 'Paz' };
    await sello.members.create(body);
    await sello.members.create(body);
    await sello.members.create(body, { idempotencyKey: 'mine' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys)).toHaveProperty('size', 3);
    expect(keys[3]).toBe('mine');
    expect(sent.map((one) => one.body)).toEqual(Array(4).fill(JSON.stringify(body)));
  });
});

describe('permanent failures are reported at once', () => {
  test('a refusal, with its code, status, request and words', async () => {
    const { sello, sent } = clientOf([refusal(404, 'not_found', { 'x-request-id': 'req_1' })]);
    const failure: unknown = await sello.certificates.get('cert_1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SelloError);
    expect(failure).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: 'req_1',
      message: 'because not_found',
    });
    expect(isSelloError(failure, 'not_found')).toBe(true);
    expect(isSelloError(failure, 'unauthorized')).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test('a limit that ends in more than a minute', async () => {
    const { sello, sent } = clientOf([refusal(429, 'quota_exceeded', { 'retry-after': '86400' })]);
    await expect(sello.certificates.get('cert_1')).rejects.toMatchObject({ retryAfter: 86_400 });
    expect(sent).toHaveLength(1);
  });

  test('an answer that is not from the server', async () => {
    const { sello } = clientOf([new Response('<h1>Bad', { status: 400 })]);
    await expect(sello.certificates.get('cert_1')).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  test.for(['..', '.', ''])('an id that would lead to another operation: "%s"', async (id) => {
    const { sello, sent } = clientOf([certificate()]);
    expect(() => sello.certificates.get(id)).toThrow('`id` must be an id');
    expect(sent).toEqual([]);
  });

  test('an unusable key or address, when the client is made', () => {
    const make = (apiKey: string, baseUrl: string) => () => new Sello({ apiKey, baseUrl });
    expect(make('', 'https://a.mx')).toThrow('apiKey');
    expect(make('key\nx: y', 'https://a.mx')).toThrow('apiKey');
    expect(make('key', 'a.mx')).toThrow('baseUrl');
  });
});

test('the caller’s signal ends a call, and the pause before the next try', async () => {
  const controller = new AbortController();
  const { sello, sent, pauses } = clientOf([
    () => {
      controller.abort(new Error('enough'));
      return refusal(503, 'overloaded');
    },
  ]);
  await expect(sello.certificates.get('cert_1', {}, { signal: controller.signal })).rejects.toThrow('enough');
  await expect(sello.certificates.get('cert_1', {}, { signal: controller.signal })).rejects.toThrow('enough');
  expect([sent.length, pauses]).toEqual([1, []]);
});

test('a call that takes too long is a connection error, and names the limit', async () => {
  const sello = new Sello({
    apiKey: 'sello_test_x',
    baseUrl: 'https://sello.example',
    maxRetries: 0,
    timeoutMs: 1,
    fetch: (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  await expect(sello.certificates.get('cert_1')).rejects.toThrow('No answer came within 1 ms.');
});

describe('lists', () => {
  const page = (ids: string[], has_more: boolean) =>
    json(200, { members: ids.map((id) => ({ id })), pagination: { has_more, total: 3 } });

  test('are read by the last id', async () => {
    const { sello, sent } = clientOf([page(['a', 'b'], true), page(['c'], false)]);
    const ids: string[] = [];
    for await (const { id } of sello.members.list({ limit: 2, q: 'x y' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['limit=2&q=x+y', 'limit=2&q=x+y&after=b']);
  });

  test('are read by page number if the caller starts that way', async () => {
    const { sello, sent } = clientOf([page(['a', 'b'], true), page(['c'], false)]);
    expect(await sello.members.list({ offset: 4 }).toArray(10)).toHaveLength(3);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['offset=4', 'offset=6']);
  });

  test('end even on a server that ignores `after`', async () => {
    const { sello } = clientOf([page(['a'], true), page(['a'], true), page(['a'], true)]);
    await expect(sello.members.list().toArray(9)).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  test('give one page, or as many as asked for', async () => {
    const { sello, sent } = clientOf([page(['a', 'b'], true), page(['a', 'b'], true)]);
    expect(await sello.members.list().page()).toEqual({
      items: [{ id: 'a' }, { id: 'b' }],
      hasMore: true,
      total: 3,
    });
    expect(await sello.members.list().toArray(2)).toHaveLength(2);
    expect(sent).toHaveLength(2);
  });
});

test('tables are sent as CSV, with their options in the address', async () => {
  const { sello, sent } = clientOf([json(200, { import: { id: null } })]);
  await sello.members.import({ csv: 'a,b\n' }, { query: { dry_run: 'true' } });
  expect(sent[0]).toMatchObject({
    url: 'https://sello.example/api/public/v1/members/import?dry_run=true',
    body: 'a,b\n',
  });
  expect(sent[0]?.headers.get('content-type')).toBe('text/csv');
});

test('workbooks are sent as such', async () => {
  const { sello, sent } = clientOf([json(200, { import: { id: null } })]);
  await sello.members.import({ xlsx: Uint8Array.of(0x50, 0x4b) });
  expect(sent[0]?.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
});

test('queries are written as the API reads them', () => {
  expect(searchOf(undefined)).toBe('');
  expect(searchOf({ a: undefined, b: null })).toBe('');
  const query = { since: new Date(0), tags: ['x', 'y'], metadata: { 'a b': 'c&d' }, n: 0, no: false };
  expect(decodeURIComponent(searchOf(query).replaceAll('+', ' '))).toBe(
    '?since=1970-01-01T00:00:00.000Z&tags=x&tags=y&metadata[a b]=c&d&n=0&no=false',
  );
});
