import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, type Call, makeCalls, makeLinks } from './make-calls.ts';

const BACK_END = { base: () => '/api/x', noAnswer: { en: 'Nobody answers.', es: 'Nadie responde.' } };
const TABLE = {
  list: { method: 'GET', path: '/things', query: true },
  get: { method: 'GET', path: '/things/:id' },
  change: { method: 'PATCH', path: '/things/:id/parts/:part', body: 'json', query: true },
  post: { method: 'POST', path: '/tables', body: 'csv' },
  upload: { method: 'POST', path: '/images', body: 'file' },
} as const satisfies Record<string, Call>;

type Made = Record<keyof typeof TABLE, (...args: unknown[]) => Promise<unknown>>;
const api = makeCalls<Made>(BACK_END, TABLE);

function answerWith(status: number, body: string) {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  const fetched = vi.fn(async (_url: string, _request: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('arguments stand in the path, the body and the query', async () => {
  const fetched = answerWith(200, '{"done":true}');
  expect(await api.change('a/b', '2', { name: 'x' }, { mode: 'test', q: '', after: undefined })).toEqual({
    done: true,
  });
  const [url, request] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/x/things/a%2Fb/parts/2?mode=test');
  expect(request).toMatchObject({ method: 'PATCH', credentials: 'same-origin', body: '{"name":"x"}' });
  expect(request?.headers).toEqual({
    accept: 'application/json',
    'accept-language': 'en',
    'content-type': 'application/json',
  });
});

test('arguments that the table does not name are not sent', async () => {
  const fetched = answerWith(200, '{}');
  await api.get('1', { signal: 'of a hook' });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/x/things/1');
  expect(fetched.mock.calls[0]?.[1].body).toBeUndefined();
});

test('tables and files are the body themselves', async () => {
  const fetched = answerWith(201, '{}');
  const file = new File(['a;b'], 'año.png', { type: 'image/png' });
  await api.post(file);
  await api.upload(file);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ body: file, headers: { 'content-type': 'text/csv' } });
  expect(fetched.mock.calls[1]?.[1]).toMatchObject({
    body: file,
    headers: { 'content-type': 'image/png', 'x-file-name': 'a%C3%B1o.png' },
  });
});

test('a refusal has the server’s code and words; a foreign answer or none at all has ours', async () => {
  answerWith(409, '{"error":"taken","message":"Taken."}');
  await expect(api.list()).rejects.toEqual(new ApiError(409, 'taken', 'Taken.'));
  answerWith(502, '<html>');
  const unexpected = 'Unexpected response from the server (502).';
  await expect(api.list()).rejects.toMatchObject({ code: 'unexpected_answer', message: unexpected });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(api.list()).rejects.toMatchObject({
    status: 0,
    code: 'no_answer',
    message: 'Nobody answers.',
  });
});

test('calls name their account in a header, links name it in their address', async () => {
  const fetched = answerWith(200, '{}');
  const backEnd = { ...BACK_END, account: () => 'acct_1' };
  await makeCalls<Made>(backEnd, TABLE).list({ limit: 5 });
  const [url, request] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/x/things?limit=5');
  expect(request?.headers).toMatchObject({ 'sello-account': 'acct_1' });
  const links = makeLinks<Record<keyof typeof TABLE, (...args: unknown[]) => string>>(backEnd, TABLE);
  expect(links.list({ limit: 5 })).toBe('/api/x/things?limit=5&account=acct_1');
  expect(links.get('1')).toBe('/api/x/things/1?account=acct_1');
});

test('links are addresses', () => {
  const links = makeLinks<Record<keyof typeof TABLE, (...args: unknown[]) => string>>(BACK_END, TABLE);
  expect(links.list({ limit: 5 })).toBe('/api/x/things?limit=5');
  expect(links.get('1')).toBe('/api/x/things/1');
});
