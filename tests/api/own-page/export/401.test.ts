import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('without a session nothing is returned', async ({ world }) => {
  expectRefusal(await world.ask('GET', '/export'), 401, 'unauthorized');
});
