import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test.for([
  ['member_number', 'A-1', 'member_number_taken'],
  ['curp', curpNumber(1), 'curp_taken'],
  ['rfc', 'GODE561231GR8', 'rfc_taken'],
  ['professional_license', '1234567', 'license_taken'],
  ['external_id', 'crm-1', 'external_id_taken'],
] as const)('%s is of one member, who is named', async ([field, value, code], { council }) => {
  const first = await council.call('POST', '/members', { ...ANA, [field]: value });
  const message = expectRefusal(
    await council.call('POST', '/members', { ...ANA, [field]: value }),
    409,
    code,
  );
  expect(message).toContain(first.body.member.id);
  expect(message).not.toContain(curpNumber(1));
});

test('of parallel posts with the same CURP, one is entered', async ({ council }) => {
  const payload = { ...ANA, curp: curpNumber(2) };
  const made = await Promise.all(Array.from({ length: 8 }, () => council.call('POST', '/members', payload)));
  expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(new Set(made.map(({ body }) => body.error))).toEqual(new Set([undefined, 'curp_taken']));
});
