import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('an unknown import, and one of the other mode, are not found', async ({ council }) => {
  for (const id of ['imp_0000000000000000000000', 'nothing'])
    expect(expectRefusal(await council.call('POST', `/imports/${id}/undo`), 404, 'not_found')).toMatch(
      /import/,
    );
});
