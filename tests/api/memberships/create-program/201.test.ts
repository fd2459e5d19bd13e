import {
  EXAMPLE_PROGRAM,
  EXAMPLE_RULES,
  EXAMPLE_TRIAL,
} from '../../../../server/src/memberships/programs/example-program.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const RULES = {
  term_months: 36,
  categories: [{ code: 'emc', name: 'Educación médica continua' }],
  requirements: [{ code: 'total', min_points: 60, period: 'term' }],
};

test('a program is made as a draft, with its address in Location, and can be read', async ({
  sello,
  key,
}) => {
  const payload = {
    name: 'Colegio',
    unit: 'créditos',
    rules: RULES,
    external_id: 'p-1',
    metadata: { a: 'b' },
  };
  const made = await sello.call('POST', `${API}/programs`, { key, payload });
  expect(made.status).toBe(201);
  expect(made.body.program).toMatchObject({
    id: expect.stringMatching(/^prg_[0-9A-Za-z]{22}$/),
    object: 'program',
    livemode: true,
    name: 'Colegio',
    unit: 'créditos',
    status: 'draft',
    version: 1,
    external_id: 'p-1',
    metadata: { a: 'b' },
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key })).body).toEqual(made.body);
});

test('a retry with the same Idempotency-Key gets the first answer and makes no second program', async ({
  sello,
  key,
}) => {
  const headers = { 'idempotency-key': 'once' };
  const payload = { name: 'Once', rules: RULES };
  const first = await sello.call('POST', `${API}/programs`, { key, headers, payload });
  const again = await sello.call('POST', `${API}/programs`, { key, headers, payload });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(again.headers.location).toBe(first.headers.location);
  const other = await sello.call('POST', `${API}/programs`, {
    key,
    headers,
    payload: { ...payload, name: 'x' },
  });
  expect(other.body.error).toBe('idempotency_key_reused');
  const { body } = await sello.call('GET', `${API}/programs`, { key });
  expect(body.programs.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
  expect(body.pagination).toMatchObject({ limit: 20, offset: 0, has_more: false });
});

test('a broken body, an unknown parameter and a missing key are each refused with an explanation', async ({
  sello,
  key,
}) => {
  const json = { 'content-type': 'application/json' };
  const refusals = [
    [{ key, headers: json, payload: '{' }, '/programs', 400, 'malformed_json'],
    [
      { key, headers: { 'content-type': 'text/csv' }, payload: 'a' },
      '/programs',
      415,
      'unsupported_media_type',
    ],
    [{ key, payload: { rules: RULES } }, '/programs', 422, 'validation_failed'],
    [{ key, payload: { name: 'x', rules: RULES } }, '/programs?nmae=1', 422, 'validation_failed'],
    [{ headers: json, payload: '{' }, '/programs', 401, 'unauthorized'],
  ] as const;
  for (const [call, path, status, error] of refusals) {
    const answer = await sello.call('POST', `${API}${path}`, call);
    expect([answer.status, answer.body.error], answer.text).toEqual([status, error]);
  }
});

test('the examples of the API description do what they show', async ({ sello, key }) => {
  const post = (path: string, payload: object) => sello.call('POST', `${API}${path}`, { key, payload });
  const { status, body } = await post('/programs', EXAMPLE_PROGRAM);
  expect(status).toBe(201);
  const trial = await post(`/programs/${body.program.id}/evaluate`, EXAMPLE_TRIAL);
  expect(trial.body.evaluation).toMatchObject({ counted: 26.5, missing_points: 33.5 });
  await post(`/programs/${body.program.id}/activate`, {});
  const change = { key, payload: { version: 1, rules: EXAMPLE_RULES, applies_to: 'open_terms' } };
  expect((await sello.call('PATCH', `${API}/programs/${body.program.id}`, change)).status).toBe(200);
});
