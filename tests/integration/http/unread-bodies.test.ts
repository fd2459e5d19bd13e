/** Bodies that an operation does not take, or of an unknown type: which calls are refused because of them. */

import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

type Document = { paths: Record<string, Record<string, { security?: object[]; requestBody?: unknown }>> };

const sello = forFile(openTestSello);

const TYPES = ['x', '', ';', 'application/x-unknown', 'multipart/form-data'];
const WITH_BODY = ['post', 'put', 'patch', 'delete'];

function operations() {
  const { paths } = sello.app.swagger() as unknown as Document;
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([method]) => WITH_BODY.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        url: template.replace(/\{[^}]+\}/g, 'nothing'),
        takesBody: operation.requestBody !== undefined,
      })),
  );
}

const sent = (type: string, key?: string) => ({
  payload: Buffer.from('{"a":1'),
  headers: { 'content-type': type },
  ...(key !== undefined && { key }),
});

test('P38 every answer to a body of any type fits the document', async () => {
  const { key } = await sello.newAccount();
  const all = operations();
  expect(all.length).toBeGreaterThan(50);
  // `call` compares each answer with the document.
  for (const { method, url } of all)
    for (const type of TYPES) {
      const { status } = await sello.call(method, url, sent(type, key));
      expect(status, `${method} ${url} ${type}`).toBeLessThan(500);
    }
});

test('an operation without a body answers as if none had been sent', async () => {
  const { key } = await sello.newAccount();
  const certificate = await sello.certify(key, 'kept');
  const url = `/api/public/v1/certificates/${certificate.id}/file`;
  for (const type of TYPES) expect((await sello.call('DELETE', url, sent(type, key))).status, type).toBe(200);
  const bodiless = operations().filter(({ method, takesBody }) => method === 'DELETE' && !takesBody);
  expect(bodiless.length).toBeGreaterThan(3);
  for (const { method, url: one } of bodiless)
    for (const type of TYPES) {
      const plain = await sello.call(method, one, { key });
      const { status } = await sello.call(method, one, sent(type, key));
      expect(status, `${one} ${type}`).toBe(plain.status);
    }
});

test('a caller without a key learns only that a key is missing, whatever the body', async () => {
  for (const { method, url } of operations())
    for (const type of TYPES) {
      const { status } = await sello.call(method, url, sent(type));
      expect(status, `${method} ${url} ${type}`).toBe(401);
    }
});
