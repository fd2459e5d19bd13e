import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a file under a legal hold stays, and is erased once the hold is lifted', async ({ sello, key }) => {
  const holds = holdsOf(sello);
  const { id } = await sello.certify(key, 'asked for by a court');
  await holds.add(id, 'Expediente confidencial');
  const erase = () => sello.call('DELETE', `${API}/certificates/${id}/file`, { key });
  expect(expectRefusal(await erase(), 409, 'legal_hold')).not.toContain('Expediente');
  const { body } = await sello.call('GET', `${API}/certificates/${id}`, { key });
  expect(body.certificate.file.stored).toBe(true);
  await holds.lift(id);
  expect((await erase()).body.certificate.file.stored).toBe(false);
});
