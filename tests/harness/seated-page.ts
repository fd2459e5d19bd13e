/** A browser page for a person who already has a session, for example with a certain role. */

import type { Page } from 'playwright-core';
import type { Person } from './dashboard-person.ts';

export async function takeSession(
  page: Page,
  base: string,
  { cookie }: Pick<Person, 'cookie'>,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: base, httpOnly: true }]);
}
