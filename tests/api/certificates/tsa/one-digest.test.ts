/** A provider whose protocol can stamp only SHA-256. */

import { createHash } from 'node:crypto';
import { CINCEL_LOGIN, openCincelServer } from '../../../harness/cincel-server.ts';
import { queryFor, replyIn, sendQuery } from '../../../harness/timestamp-query.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base.extend('cincel', FILE, opened(openCincelServer)).extend('settings', FILE, ({ cincel }) => ({
  SELLO_PSC_URL: cincel.url,
  SELLO_PSC_DIALECT: 'cincel',
  SELLO_PSC_BASIC: CINCEL_LOGIN,
}));

test.for(['SHA-384', 'SHA-512'] as const)(
  'is not asked for a %s: the query is refused with badAlg before anything is bought',
  async (hashAlgorithm, { cincel, sello }) => {
    const { account, key } = await sello.newAccount();
    const before = await sello.certificatesLeft(account);
    const digest = createHash(hashAlgorithm.replace('-', '')).update('x').digest();
    const refused = await sendQuery(sello, `Bearer ${key}`, queryFor('', { hashAlgorithm, digest }));
    expect(refused.status).toBe(422);
    expect(replyIn(refused)).toMatchObject({
      status: 2,
      failInfo: ['badAlg'],
      text: expect.stringContaining('stamps SHA-256 alone'),
    });
    expect(cincel.account.sold).toBe(0);
    expect(await sello.certificatesLeft(account)).toBe(before);
    // Test keys get the embedded authority, which knows every digest.
    const { key: trial } = await sello.newKey(account, { mode: 'test' });
    expect((await sendQuery(sello, `Bearer ${trial}`, queryFor('', { hashAlgorithm, digest }))).status).toBe(
      200,
    );
  },
);
