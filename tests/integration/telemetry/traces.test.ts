import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../../harness/http-server.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

const bodies: string[] = [];
let collector: HttpServer;
let sello: TestSello;

beforeAll(async () => {
  collector = await openHttpServer(({ body, response }) => {
    bodies.push(body.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  sello = await openTestSello({ SELLO_OTLP_URL: `${collector.origin}/v1/traces` });
});
afterAll(() => collector.refuse());

test('a request is a span in its caller’s trace, with the calls it waited for as children, and no secret', async () => {
  const { key } = await sello.newAccount();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { payload, headers } = fileForm('what only its owner may read');
  const { status } = await sello.call('POST', `${API}/certificates`, {
    key,
    payload,
    headers: { ...headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  expect(status).toBe(201);
  // Closing flushes the spans not sent yet.
  await sello.close();

  const spans = bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Span[] }[] }) =>
      one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  ) as Span[];
  const root = spans.find(({ name }) => name === 'POST /api/public/v1/certificates')!;
  expect(root).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId).map(({ name }) => name);
  expect(below).toEqual(
    expect.arrayContaining([
      'admit caller',
      'begin certificate',
      'time stamp',
      'keep file',
      'commit certificate',
    ]),
  );
  const statusOfRoot = root.attributes.find((one) => one.key === 'http.response.status_code');
  expect(statusOfRoot?.value.intValue).toBe(201);
  expect(bodies.join()).not.toContain(key);
});
