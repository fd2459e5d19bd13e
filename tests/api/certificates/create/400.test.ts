import { CONTENT_TYPE, MULTIPART_CORPUS } from '../../../harness/malformed-multipart.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API, type TestCall } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  /** Sends the request with an Idempotency-Key, which a refusal must not use up. */
  .extend(
    'post',
    ({ sello, client }) =>
      ({ headers, payload }: TestCall) =>
        sello.call('POST', `${API}/certificates`, {
          key: client.key,
          headers: { 'idempotency-key': 'refused', ...headers },
          ...(payload !== undefined && { payload }),
        }),
  )
  .extend(
    'expectRefusal',
    ({ sello, client, post }) =>
      async (call: TestCall, code: string, named: RegExp): Promise<void> => {
        const before = await takeStock(sello, client);
        const { status, body, headers } = await post(call);
        expect(status).toBe(400);
        expect(body).toEqual({ error: code, message: expect.stringMatching(named) });
        expect(headers['x-request-id']).toMatch(/^req_/);
        expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
      },
  );

test.for(MULTIPART_CORPUS.filter(({ code }) => code === 'malformed_multipart'))(
  'a multipart body is refused and costs only the call: $name',
  async ({ body }, { expectRefusal }) => {
    await expectRefusal(
      { headers: { 'content-type': CONTENT_TYPE }, payload: body },
      'malformed_multipart',
      /^The multipart body is malformed: .+\. Let an HTTP library write it\.$/,
    );
  },
);

test.for([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  'multipart/form-data; boundary="a b "',
  'multipart/form-data; boundary=a; boundary=b',
  'multipart/form-data; boundary="ñ"',
])('a multipart body without a usable boundary is refused: %s', async (contentType, { expectRefusal }) => {
  await expectRefusal(
    { headers: { 'content-type': contentType }, payload: fileForm('x').payload },
    'malformed_multipart',
    /boundary/,
  );
});

test.for([
  ['nothing', ''],
  ['white space', ' \n'],
  ['an array', '[]'],
  ['a string', '"file"'],
  ['a number', '7'],
  ['cut off', '{"file_name":"a","file_base64":"YQ=='],
  ['cut off before the brace', '{"file_name":"a","file_base64":"YQ=="'],
  ['a comma too many', '{"file_name":"a","file_base64":"YQ==",}'],
  ['a comma missing', '{"file_name":"a" "file_base64":"YQ=="}'],
  ['a colon missing', '{"file_name" "a"}'],
  ['single quotes', "{'file_name':'a'}"],
  ['a name without quotes', '{file_name:"a"}'],
  ['a comment', '{"file_name":"a",/**/"file_base64":"YQ=="}'],
  ['NaN', '{"file_name":"a","file_base64":"YQ==","x":NaN}'],
  ['a number with a leading zero', '{"file_name":"a","file_base64":"YQ==","x":01}'],
  ['a control character in a string', '{"file_name":"a\n","file_base64":"YQ=="}'],
  ['a control character in the file', '{"file_name":"a","file_base64":"YQ\n=="}'],
  ['an unknown escape', '{"file_name":"\\x41","file_base64":"YQ=="}'],
  ['an unknown escape in the file', '{"file_name":"a","file_base64":"\\x41"}'],
  ['something after the end', '{"file_name":"a","file_base64":"YQ=="}{}'],
  ['a byte order mark', '\ufeff{"file_name":"a","file_base64":"YQ=="}'],
  ['17 levels', `{"x":${'['.repeat(17)}${']'.repeat(17)},"file_name":"a","file_base64":"YQ=="}`],
] as const)('a JSON body is refused and costs only the call: %s', async ([, payload], { expectRefusal }) => {
  await expectRefusal(
    { headers: { 'content-type': 'application/json' }, payload },
    'malformed_json',
    /^The JSON body is malformed: /,
  );
});

test('the refusal is in Spanish for a caller who prefers it', async ({ post }) => {
  const json = { headers: { 'content-type': 'application/json', 'accept-language': 'es-MX' }, payload: '[' };
  expect((await post(json)).body.message).toMatch(/^El cuerpo JSON está mal formado: /);
  const multipart = { headers: { 'content-type': CONTENT_TYPE, 'accept-language': 'es' }, payload: 'x' };
  const { body, headers } = await post(multipart);
  expect(body.message).toMatch(/^El cuerpo multipart está mal formado: /);
  expect(headers['content-language']).toBe('es');
});

test('the Idempotency-Key of a refused body can be used for the corrected one', async ({ post }) => {
  const { status, headers } = await post(fileForm('mended'));
  expect(status).toBe(201);
  expect(headers['idempotent-replayed']).toBeUndefined();
});
