import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('an extension ends at most 24 months after the term, and not before it', async ({ council }) => {
  const { current_term } = await council.membership({ starts_on: '2024-01-01' });
  const extend = (body: object) => council.call('POST', `/terms/${current_term.id}/extend`, body);
  const until = (day: string) => extend({ until: day, reason: 'x' });
  expectRefusal(await until('2026-12-31'), 422, 'validation_failed', /2026-12-31.*24 months.*2028-12-31/);
  expectRefusal(await until('2029-01-01'), 422, 'validation_failed', /until/);
  expectRefusal(await until('2027-02-29'), 422, 'validation_failed', /until/);
  expectRefusal(await extend({ until: '2027-01-01' }), 422, 'validation_failed', /reason/);
  expect((await until('2028-12-31')).status).toBe(200);
  expect((await until('2027-01-01')).status).toBe(200);
});
