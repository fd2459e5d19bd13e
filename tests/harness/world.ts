/**
 * The world of a test. A test names what it needs (`test('…', async ({ sello, council }) => …)`). That is opened for
 * the first test of the file that names it, and closed after the last test.
 */

import { test as bare } from 'vitest';
import type { Environment } from '../../server/src/settings.ts';
import { signUp } from './dashboard-person.ts';
import { openCouncil } from './memberships.ts';
import { openProgramCouncil } from './program-council.ts';
import { shareSello } from './shared-sello.ts';
import { openTestSello, type TestSello } from './test-sello.ts';

export { expect } from 'vitest';

/** For a fixture that all tests of a file share. */
export const FILE = { scope: 'file' } as const;

type Closed = { close(): Promise<unknown> };
type Fixture = { onCleanup(close: () => Promise<void>): void };

/** A fixture that is closed after the last test of the file. */
export function opened<T extends Closed>(open: () => Promise<T>) {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which fixtures this one needs.
  return async ({}: object, { onCleanup }: Fixture): Promise<T> => keep(await open(), onCleanup);
}

function keep<T extends Closed>(thing: T, onCleanup: Fixture['onCleanup']): T {
  onCleanup(async () => {
    await thing.close();
  });
  return thing;
}

const inSello = bare
  .extend('settings', FILE, (): Environment | undefined => undefined)
  .extend(
    'sello',
    FILE,
    async ({ settings }, { onCleanup }): Promise<TestSello> =>
      keep(await (settings === undefined ? shareSello() : openTestSello(settings)), onCleanup),
  )
  // Not `caller`: Vitest's context is a function, and that name is taken.
  .extend('client', FILE, ({ sello }) => sello.newAccount())
  .extend('key', FILE, ({ client }) => client.key)
  .extend('person', FILE, ({ sello }) => signUp(sello));

/** A test in the Sello that all files of the process share: for tests that look only at their own accounts. */
export const test = inSello.extend('council', FILE, ({ sello }) => openCouncil(sello));

/** A test in the file's own Sello, with these settings. */
export const withSettings = (settings: Environment) => test.extend('settings', FILE, () => settings);

/** A test in the file's own Sello: for tests that look at the whole database, the log or the clock. */
export const testAlone = withSettings({});

/** A test in a set-up that is built around the file's own Sello. */
export function around<W extends Closed & { sello: TestSello }>(open: () => Promise<W>) {
  return test.extend('world', FILE, opened(open)).extend('sello', FILE, ({ world }) => world.sello);
}

/** A test in a council that has an active program. */
export const programTest = inSello.extend('council', FILE, ({ sello }) => openProgramCouncil(sello));
