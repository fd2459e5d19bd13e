import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test } from '../../../harness/world.ts';

test.for([
  '/docs/errors/no_such_code',
  '/docs/errors/constructor',
  '/docs/reference/nothing',
  '/docs/events/x',
])('%s is no page, also when it is asked for again', async (url, { sello }) => {
  for (let time = 0; time < 2; time += 1) expectRefusal(await sello.call('GET', url), 404, 'not_found');
});
