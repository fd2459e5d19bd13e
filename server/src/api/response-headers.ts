/** The headers that answers carry, written into the OpenAPI document. The tests compare every answer with it. */

type Header = { description: string; schema: object; required?: boolean };
type Response = { headers?: object; content?: Record<string, { schema?: ErrorSchema }> };
type ErrorSchema = { properties?: { error?: { enum?: readonly string[] } } };
type DescribedOperation = {
  operationId?: string;
  security?: readonly object[];
  parameters?: readonly { name: string; in: string }[];
  responses?: Record<string, Response>;
};

/** The headers, each described once as a component. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies this request; quote it when you ask about it.',
    schema: { type: 'string' },
    required: true,
  },
  'RateLimit-Policy': {
    description: 'The limits of the key (draft-ietf-httpapi-ratelimit-headers): per minute and per month.',
    schema: { type: 'string', examples: ['"minute";q=60;w=60, "month";q=1000'] },
  },
  RateLimit: {
    description: 'What is left of the limits (`r`), and the seconds until more is available (`t`).',
    schema: { type: 'string', examples: ['"minute";r=41;t=12, "month";r=873;t=1123200'] },
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the key, or which scope it lacks (RFC 6750).',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Identifies this version; send it as `If-None-Match` to learn whether it has changed.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of the new record, or of the file.',
    schema: { type: 'string', format: 'uri' },
  },
  'Idempotent-Replayed': {
    description: 'Only on a replayed answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: { type: 'string' },
  },
  'Content-Language': {
    description: 'The language of the message.',
    schema: { type: 'string', enum: ['en', 'es'] },
  },
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

export function describeHeaders(paths: Record<string, unknown>): void {
  for (const operations of Object.values(paths)) {
    for (const operation of Object.values(operations as Record<string, DescribedOperation>)) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const names = headersOf(operation, Number(status), response);
        response.headers = Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        );
      }
    }
  }
}

function headersOf(operation: DescribedOperation, status: number, response: Response): HeaderName[] {
  const isSuccess = status < 400;
  const hasKey = (operation.security ?? []).length > 0;
  const isReplayable = operation.parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const types = Object.keys(response.content ?? {});
  // A new time stamp has a `Location` too, although its protocol requires status 200 instead of 201.
  const isStamp = status === 200 && types.includes('application/timestamp-reply') && isReplayable === true;
  return [
    'X-Request-Id',
    ...when(hasKey && status !== 414, 'RateLimit-Policy', 'RateLimit'),
    ...when(status === 401 || status === 403, 'WWW-Authenticate'),
    ...when(!isSuccess && mayPass(response), 'Retry-After'),
    ...when(status === 200 || status === 304 ? operation.responses?.[304] !== undefined : false, 'ETag'),
    ...when(status === 201 || status === 202 || status === 302 || isStamp, 'Location'),
    ...when(isSuccess && isReplayable === true, 'Idempotent-Replayed'),
    ...when(isSuccess && hasKey && types.some((type) => type !== 'application/json'), 'Content-Disposition'),
    ...when(!isSuccess, 'Content-Language'),
  ];
}

function when(isSo: boolean, ...names: HeaderName[]): HeaderName[] {
  return isSo ? names : [];
}

/** Error codes whose answers say when to retry. */
const PASSING: readonly string[] = [
  'rate_limit_exceeded',
  'quota_exceeded',
  'proof_not_ready',
  'diploma_not_ready',
  'idempotency_in_progress',
  'psc_error',
  'psc_timeout',
  'psc_unavailable',
  'storage_unavailable',
  'overloaded',
];

function mayPass({ content }: Response): boolean {
  const codes = content?.['application/json']?.schema?.properties?.error?.enum ?? [];
  return codes.some((code) => PASSING.includes(code));
}
