import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('an unknown requirement is refused with the known ones, and so is an unknown waiver', async ({
  council,
}) => {
  const { current_term } = await council.membership();
  const at = `/terms/${current_term.id}/waivers`;
  const body = { min_points: 1, reason: 'x' };
  expectRefusal(await council.call('PUT', `${at}/nothing`, body), 404, 'not_found', /total/);
  expectRefusal(await council.call('DELETE', `${at}/total`), 404, 'not_found', /total/);
  expectRefusal(await council.call('PUT', `${at}/__proto__`, body), 404, 'not_found');
  expectRefusal(await council.call('DELETE', `${at}/constructor`), 404, 'not_found');
});
