import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let person: Person;
beforeAll(async () => {
  sello = await shareSello();
  person = await signUp(sello);
});
afterAll(() => sello.close());

test('a revoked key gets no new secret', async () => {
  const { id } = await person.newKey();
  await person.call('DELETE', `/keys/${id}`);
  const answer = await person.call('POST', `/keys/${id}/rotate`);
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({
    error: 'validation_failed',
    message: 'A revoked key cannot be rotated. Make a new key instead.',
  });
});

test.for([-1, 2_592_001, 0.5, '60', null])(
  'grace_seconds: %j is refused and the secret stays',
  async (grace_seconds) => {
    const { id, secret } = await person.newKey();
    const answer = await person.call('POST', `/keys/${id}/rotate`, { grace_seconds });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.message).toContain('grace_seconds');
    sello.advance(86_400_001);
    expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
  },
);
