import { curpNumber } from '../../../harness/curps.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('CURP, RFC and e-mail are matched exactly, except that the case of the e-mail is ignored', async ({
  council,
}) => {
  const fields = { curp: curpNumber(1), rfc: 'GODE561231GR8', email: 'Ana.Kim@Example.com' };
  const { member } = (await council.call('POST', '/members', { ...ANA, ...fields })).body;
  const second = (await council.call('POST', '/members', { ...ANA, email: 'ana.kim@example.com' })).body
    .member;
  const search = async (wanted: object) =>
    (await council.call('POST', '/members/search', wanted)).body.members.map(({ id }: { id: string }) => id);
  expect(await search({ curp: curpNumber(1).toLowerCase() })).toEqual([member.id]);
  expect(await search({ rfc: 'gode561231gr8' })).toEqual([member.id]);
  expect(await search({ email: 'ANA.KIM@EXAMPLE.COM' })).toEqual([second.id, member.id]);
  // Some programs lower-case the Kelvin sign to k and a dotted capital I to i, but an address with such a character is
  // a different address.
  expect(await search({ email: 'ana.\u212aim@example.com' })).toEqual([]);
  expect(await search({ email: 'ana.k\u0130m@example.com' })).toEqual([]);
  expect(await search({ curp: curpNumber(2) })).toEqual([]);
});
