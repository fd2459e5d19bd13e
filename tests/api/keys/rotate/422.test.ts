import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a revoked key gets no new secret', async ({ person }) => {
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
  async (grace_seconds, { sello, person }) => {
    const { id, secret } = await person.newKey();
    const answer = await person.call('POST', `/keys/${id}/rotate`, { grace_seconds });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    expect(answer.body.message).toContain('grace_seconds');
    sello.advance(86_400_001);
    expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
  },
);
