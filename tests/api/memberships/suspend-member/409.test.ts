import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('steps that are none are refused with both states', async () => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  const step = (verb: string) => council.call('POST', `/members/${member.id}/${verb}`, { reason: 'x' });
  const refused = async (verb: string, from: string, to: string) => {
    const message = expectRefusal(await step(verb), 409, 'invalid_transition');
    expect(message).toContain(`\`${from}\``);
    expect(message).toContain(`\`${to}\``);
  };
  await refused('reactivate', 'active', 'active');
  await step('suspend');
  await refused('suspend', 'suspended', 'suspended');
  await step('deceased');
  await refused('deceased', 'deceased', 'deceased');
  await refused('suspend', 'deceased', 'suspended');
  expect((await step('reactivate')).body.member.status).toBe('active');
});
