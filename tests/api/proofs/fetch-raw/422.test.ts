import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an unknown type is refused, and the message names the known ones', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key);
  for (const type of ['pdf', 'NOM151', 'json']) {
    const answer = await sello.call('GET', `${API}/certificates/${id}/proof/${encodeURIComponent(type)}`, {
      key: client.key,
    });
    expect(expectRefusal(answer, 422, 'validation_failed')).toContain('constancia');
  }
});
