import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a requirement that the rules lack is named with those that there are; so is a waiver that is not there', async ({
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
