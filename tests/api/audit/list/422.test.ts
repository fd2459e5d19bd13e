import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

// biome-ignore lint/suspicious/noExplicitAny: records as they come over the wire.
type Events = any[];

const eventsOf = async ({ call }: Person): Promise<Events> => (await call('GET', '/audit')).body.events;
const _actionsOf = async (person: Person) => (await eventsOf(person)).map(({ action }) => action);

test('limits and places that are none', async () => {
  const { call } = await signUp(sello);
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=x',
    'before=0',
    'before=-1',
    'before=x',
    'before=1e3',
  ]) {
    expect((await call('GET', `/audit?${query}`)).status).toBe(422);
  }
});
