/** Generated from the OpenAPI document, so that operations added later are tested too. */

import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../../server/src/operations/scopes.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestAnswer } from '../../harness/test-sello.ts';

type Parameter = { name: string; in: string; required?: boolean; schema: { enum?: string[] } };
type Operation = { parameters?: Parameter[] };

let operations: { method: string; path: string; operation: Operation }[];
const sello = forFile(openTestSello);
const owner = forFile(() => sello.newAccount());
const stranger = forFile(() => sello.newAccount());
beforeAll(async () => {
  const { paths } = (await sello.call('GET', `${API}/openapi`)).body;
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});

/** Every address of an operation on a certificate, with every combination of the values that its parameters list. */
function addressesOf(id: string): { method: string; url: string }[] {
  return operations
    .filter(({ path }) => path.startsWith(`${API}/certificates/{id}`))
    .flatMap(({ method, path, operation }) => {
      const choices = (operation.parameters ?? []).filter(
        (parameter) => parameter.in === 'query' && parameter.schema.enum,
      );
      let queries = [''];
      for (const { name, schema, required } of choices) {
        const values = [...schema.enum!.map((value) => `&${name}=${value}`), ...(required ? [] : [''])];
        queries = queries.flatMap((query) => values.map((value) => query + value));
      }
      return queries.map((query) => ({ method, url: `${path.replace('{id}', id)}?${query.slice(1)}` }));
    });
}

/** Everything visible to a caller, except the request id and the remaining calls. */
function visible({ status, headers, text }: TestAnswer) {
  const { 'x-request-id': _id, ratelimit: _left, date: _date, ...rest } = headers;
  return { status, headers: rest, text };
}

async function expectSameAsUnknown(id: string, key: string): Promise<void> {
  const unknown = addressesOf(sello.ports.newId('cert'));
  const addresses = addressesOf(id);
  expect(addresses.length).toBeGreaterThan(6);
  for (const [i, { method, url }] of addresses.entries()) {
    const answer = await sello.call(method, url, { key });
    expect(answer.status, url).toBeGreaterThanOrEqual(400);
    expect(visible(answer), url).toEqual(visible(await sello.call(method, unknown[i]!.url, { key })));
  }
}

test("P20 at every address, another account's certificate gets the same answer as one that does not exist", async () => {
  const { id } = await sello.certify(owner.key, 'secret plans');
  await expectSameAsUnknown(id, stranger.key);
});

test('P20 the same holds for keys of every single scope', async () => {
  const { id } = await sello.certify(owner.key);
  for (const scope of SCOPES) {
    const { key } = await sello.newKey(stranger.account, { scopes: [scope] });
    await expectSameAsUnknown(id, key);
  }
});

test('P20 a certificate of the other mode gets the same answer, even for its own account', async () => {
  const trial = await sello.newKey(owner.account, { mode: 'test' });
  const [live, test] = [await sello.certify(owner.key), await sello.certify(trial.key)];
  await expectSameAsUnknown(live.id, trial.key);
  await expectSameAsUnknown(test.id, owner.key);
});

test('P20 the refusals are the same in Spanish', async () => {
  const { id } = await sello.certify(owner.key);
  const headers = { 'accept-language': 'es' };
  const [foreign, unknown] = [addressesOf(id), addressesOf(sello.ports.newId('cert'))];
  for (const [i, { method, url }] of foreign.entries()) {
    const [one, other] = [
      await sello.call(method, url, { key: stranger.key, headers }),
      await sello.call(method, unknown[i]!.url, { key: stranger.key, headers }),
    ];
    expect(visible(one)).toEqual(visible(other));
  }
});

test('P20 a hash that only another account certified gets the answer of an uncertified one', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  await sello.certify(owner.key, 'only theirs');
  const [foreign, unknown] = [sha256('only theirs'), sha256('nobody has this')];
  const verify = (hash: string) => sello.call('GET', `${API}/verify/${hash}`, { key: stranger.key });
  const answer = visible(await verify(foreign));
  expect({ ...answer, text: answer.text.replace(foreign, unknown) }).toEqual(visible(await verify(unknown)));
});

test('P20 the owner has access at every address', async () => {
  const { id } = await sello.certify(owner.key);
  // Deletions come last: what is erased cannot be fetched afterwards.
  const addresses = addressesOf(id).sort(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
  );
  for (const { method, url } of addresses) {
    // Nothing is anchored here, so waiting for one second is enough.
    const address = url.includes('wait=') ? `${url}&timeout=1` : url;
    // 422 for choices that cannot be combined.
    expect([200, 302, 409, 422], url).toContain(
      (await sello.call(method, address, { key: owner.key })).status,
    );
  }
});
