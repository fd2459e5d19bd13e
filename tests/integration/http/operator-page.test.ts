/** Only operators can open the operator's pages. */

import { expect } from 'vitest';
import { signUp } from '../../harness/dashboard-person.ts';
import { newOperator } from '../../harness/operator.ts';
import { test } from '../../harness/world.ts';

const ACCEPT = { accept: 'text/html' };

test.for(['/operator', '/operator/accounts', '/operator/accounts/acct_x'])(
  '%s is a page for operators, a missing page for other people, and the login for strangers',
  async (url, { sello }) => {
    const operator = await newOperator(sello);
    const person = await signUp(sello);
    const as = (cookie?: string) =>
      sello.call('GET', url, { headers: { ...ACCEPT, ...(cookie !== undefined && { cookie }) } });
    const page = await as(operator.cookie);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    const none = await as(person.cookie);
    const unknown = await sello.call('GET', '/no-such-page', {
      headers: { ...ACCEPT, cookie: person.cookie },
    });
    expect([none.status, none.text]).toEqual([404, unknown.text]);
    const stranger = await as();
    expect([stranger.status, stranger.headers.location]).toEqual([303, '/dashboard/login']);
  },
);
