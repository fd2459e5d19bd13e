import { OPERATIONS } from '@sello/sdk/source';
import { expect, test } from 'vitest';
import { clientSamples } from './client-samples.ts';
import type { Described } from './description.ts';

const operation = (more: Partial<Described>): Described => ({
  operationId: 'x',
  method: 'GET',
  path: '/api/public/v1/members',
  tag: 'Members',
  slug: 'members',
  summary: 'x',
  description: undefined,
  scope: undefined,
  parameters: [],
  body: {},
  answers: [],
  samples: [],
  ...more,
});

const sample = (more: Partial<Described>) =>
  Object.fromEntries(
    clientSamples(OPERATIONS, operation(more)).map(({ language, source }) => [language, source]),
  );

test('a list is read with a loop', () => {
  expect(sample({})).toEqual({
    javascript:
      "import { Sello } from '@sello/sdk';\n\nconst sello = new Sello();\nfor await (const one of sello.members.list()) console.log(one);",
    python: 'from sello import Sello\n\nsello = Sello()\nfor one in sello.members.list():\n    print(one)',
  });
});

test('literals of a body keep their meaning in Python, and a method named like a Python keyword has an underscore', () => {
  const body = { 'application/json': { example: { a: null, b: true, c: 'null, true' } } };
  const { javascript, python } = sample({ method: 'POST', path: '/api/public/v1/members/import', body });
  expect(javascript).toContain('sello.members.import({\n  a: null,\n  b: true,\n  c: "null, true"\n})');
  expect(python).toContain('sello.members.import_({\n  "a": None,\n  "b": True,\n  "c": "null, true"\n})');
});

test('a required query is named', () => {
  const parameters = [{ name: 'type', in: 'query', required: true, schema: { enum: ['nom151'] } }];
  const { javascript, python } = sample({ path: '/api/public/v1/certificates/{id}/proof', parameters });
  expect(javascript).toMatch(/sello\.proofs\.get\('cert_\w+', \{\n {2}type: "nom151"\n\}\)/);
  expect(python).toMatch(/sello\.proofs\.get\("cert_\w+", type="nom151"\)/);
});

test('operations that the clients lack get no sample', () => {
  expect(clientSamples(OPERATIONS, operation({ path: '/log/checkpoint' }))).toEqual([]);
});
