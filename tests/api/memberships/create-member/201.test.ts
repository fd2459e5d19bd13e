import { curpNumber } from '../../../harness/curps.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

const FULL = {
  ...ANA,
  second_surname: 'Ávila',
  email: 'Ana@Example.com',
  phone: '+52 55 1234 5678',
  curp: 'hegg560427mvzrrl04',
  rfc: 'GODE561231GR8',
  professional_license: '1234567',
  specialty: 'Cardiología',
  specialty_license: '7654321',
  locale: 'en',
  member_since: '2006-05-01',
  consent: { given_at: '2026-01-15', notice_version: '3', channel: 'paper' },
  public_profile: true,
  public_fields: ['professional_license'],
  external_id: 'crm-1',
  metadata: { city: 'Mérida' },
};

test('a member is entered with all given fields, and can be read', async ({ sello, council }) => {
  const made = await council.call('POST', '/members', FULL);
  expect(made.status, made.text).toBe(201);
  const { member } = made.body;
  expect(member).toMatchObject({
    ...FULL,
    id: expect.stringMatching(/^mem_[0-9A-Za-z]{22}$/),
    object: 'member',
    livemode: true,
    curp: 'HEGG560427MVZRRL04',
    member_number: '00001',
    status: 'active',
    suspended_on: null,
    suspend_reason: null,
    public_url: expect.stringMatching(/\/m\/[0-9A-Za-z]{22}$/),
  });
  const { pathname } = new URL(String(made.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(made.body);
});

test('names are enough; numbers are given in order and skip those chosen by callers', async ({ council }) => {
  const first = (await council.call('POST', '/members', ANA)).body.member;
  expect(first).toMatchObject({
    second_surname: null,
    curp: null,
    locale: 'es',
    consent: null,
    public_profile: false,
    public_fields: [],
    metadata: {},
  });
  const next = Number(first.member_number) + 1;
  const taken = String(next).padStart(5, '0');
  await council.call('POST', '/members', { ...ANA, member_number: taken });
  const after = (await council.call('POST', '/members', ANA)).body.member;
  expect(after.member_number).toBe(String(next + 1).padStart(5, '0'));
});

test('parallel members get numbers without gaps or duplicates', async ({ council }) => {
  const made = await Promise.all(Array.from({ length: 12 }, () => council.call('POST', '/members', ANA)));
  const numbers = made.map(({ body }) => Number(body.member.member_number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => numbers[0]! + i));
});

test('test and live mode each have their own numbers and identifiers', async ({ sello, council }) => {
  const other = await openCouncil(sello);
  const { key } = await sello.newKey((await sello.newAccount()).account, { mode: 'test' });
  const curp = curpNumber(77);
  for (const call of [council.key, other.key, key]) {
    const answer = await sello.call('POST', '/api/public/v1/members', {
      key: call,
      payload: { ...ANA, curp },
    });
    expect(answer.status, answer.text).toBe(201);
  }
});

test('without members:identify, only the last two characters of CURP and RFC are shown', async ({
  sello,
}) => {
  const { key } = await sello.newAccount({ key: { scopes: ['members:write', 'members:read'] } });
  const payload = { ...ANA, curp: 'HEGG560427MVZRRL04', rfc: 'ABC680524P76' };
  const { body } = await sello.call('POST', '/api/public/v1/members', { key, payload });
  expect(body.member).toMatchObject({ curp: '****************04', rfc: '**********76' });
});
