/** The public page of a member, and the look-up: what is shown, to whom, and what never is. */

import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE_URL, type BadgeWorld, CONSENT, openBadgeWorld } from '../../harness/badges.ts';
import { curpNumber } from '../../harness/curps.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

const PRIVATE = {
  email: 'marisol.quijano@example.com',
  phone: '+52 55 1234 5678',
  curp: curpNumber(4721),
  rfc: 'GODE561231GR8',
  professional_license: '12345678',
  specialty_license: '87654321',
};
const SHOWN = {
  given_name: 'Marisol',
  first_surname: 'Quijano',
  second_surname: 'Peña',
  specialty: 'Cardiología',
  member_since: '2006-05-01',
};

async function publicMember(fields: object = {}) {
  const { council } = world;
  const member = await council.member({ ...SHOWN, consent: CONSENT, public_profile: true, ...fields });
  return { ...member, path: new URL(member.public_url).pathname };
}

const pathOf = (address: string) => new URL(address).pathname;
const open = (path: string, language = 'es') =>
  world.sello.call('GET', path, { headers: { accept: 'text/html', 'accept-language': language } });

test('the page says in one sentence whether the membership is in force and at which moment, in both languages', async () => {
  const { council, sello } = world;
  const member = await publicMember();
  await council.endingOn(council.today(100), { member });
  const [es, en] = [await open(member.path), await open(member.path, 'en')];
  expect([es.status, es.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(es.headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, no-store',
  });
  for (const text of [
    'Vigente',
    'Marisol Quijano Peña',
    'Cardiología',
    'Consejo',
    'hora del centro de México',
  ])
    expect(es.text).toContain(text);
  expect(en.text).toContain('In force');
  const { body } = await sello.call('GET', `${member.path}.json`);
  expect(body).toMatchObject({
    name: 'Marisol Quijano Peña',
    valid: true,
    member_since: '2006-05-01',
    memberships: [{ program: 'Consejo', standing: 'current', valid: true, valid_until: council.today(100) }],
    public_url: `${BASE_URL}${member.path}`,
  });
  expect(Math.abs(Date.parse(body.as_of) - sello.ports.now().getTime())).toBeLessThan(5_000);
});

test('a suspension shows at the next reading, and a lapse without any action', async () => {
  const { council, sello } = world;
  const member = await publicMember();
  const standing = async () => (await sello.call('GET', `${member.path}.json`)).body.memberships[0]?.standing;
  const membership = await council.endingOn(council.today(-5), { member });
  expect(await standing()).toBe('grace');
  await council.must('POST', `/memberships/${membership.id}/suspend`, { reason: 'Cuota' });
  expect(await standing()).toBe('suspended');
  expect((await open(member.path)).text).toContain('Sin vigencia');
  await council.must('POST', `/memberships/${membership.id}/reactivate`, {});
  await council.must('POST', `/memberships/${membership.id}/end`, { reason: 'Baja' });
  expect(await standing()).toBe('ended');
});

test('M13 no address, phone, licence or number is shown unless the member allows it; CURP and RFC never', async () => {
  const { council, sello } = world;
  const member = await publicMember({ ...PRIVATE, public_fields: [] });
  const texts = async () => [
    (await open(member.path)).text,
    (await open(member.path, 'en')).text,
    (await sello.call('GET', `${member.path}.json`)).text,
  ];
  for (const text of await texts()) {
    for (const secret of [...Object.values(PRIVATE), member.member_number, member.id, council.accountId])
      expect(text).not.toContain(secret);
  }
  await council.must('PATCH', `/members/${member.id}`, {
    public_fields: ['member_number', 'professional_license', 'specialty_license', 'email', 'phone'],
  });
  for (const text of await texts()) {
    for (const [field, value] of Object.entries(PRIVATE))
      expect([field, text.includes(value)]).toEqual([field, field !== 'curp' && field !== 'rfc']);
    expect(text).toContain(member.member_number);
  }
});

test('404 before the page is public, 410 once consent has ended or the member is anonymised, and the page says which', async () => {
  const { council } = world;
  const statuses = async (path: string) => [
    (await open(path)).status,
    (await world.sello.call('GET', `${path}.json`)).status,
  ];
  const never = await publicMember({ consent: null, public_profile: false });
  expect(await statuses(never.path)).toEqual([404, 404]);
  const member = await publicMember();
  const change = (fields: object) => council.must('PATCH', `/members/${member.id}`, fields);
  expect(await statuses(member.path)).toEqual([200, 200]);
  await change({ public_profile: false });
  expect(await statuses(member.path)).toEqual([404, 404]);
  await change({ consent: null });
  expect(await statuses(member.path)).toEqual([410, 410]);
  expect((await open(member.path)).text).not.toContain('Quijano');
  await change({ consent: CONSENT, public_profile: true });
  expect(await statuses(member.path)).toEqual([200, 200]);
  await council.must('POST', `/members/${member.id}/anonymise`, { reason: 'Lo pidió' });
  expect(await statuses(member.path)).toEqual([410, 410]);
  expect(await statuses('/m/0000000000000000000000')).toEqual([404, 404]);
  expect((await open('/m/0000000000000000000000')).text).toBe((await open('/m/x')).text);
});

test('badges are listed if the member allows it, a revoked one as revoked', async () => {
  const { council, sello, award, badge } = world;
  const { id, member_id } = await award();
  const { id: address } = await badge(id);
  const { member } = await council.must('GET', `/members/${member_id}`);
  const path = `${new URL(member.public_url).pathname}.json`;
  expect((await sello.call('GET', path)).body.badges).toEqual([]);
  await council.must('PATCH', `/members/${member_id}`, { public_fields: ['diplomas'] });
  expect((await sello.call('GET', path)).body.badges).toMatchObject([{ url: address, revoked: false }]);
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'x' });
  expect((await sello.call('GET', path)).body.badges).toMatchObject([{ url: address, revoked: true }]);
});

test('a name that contains HTML is shown as text', async () => {
  const member = await publicMember({ given_name: '<img src=x onerror=alert(1)>' });
  const { text } = await open(member.path);
  expect(text).not.toContain('<img src=x');
  expect(text).toContain('&lt;img src=x');
});

const NOBODY = () => `/m?account=${world.council.accountId}&found=nobody&lang=es`;

/** Sends the form as a browser does. */
const ask = (fields: Record<string, string>, from?: string) =>
  world.sello.call('POST', '/m', {
    payload: new URLSearchParams({ account: world.council.accountId, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
    ...(from !== undefined && { from }),
  });

test('the look-up finds public members by number or licence with their surname, ignoring accents and capitals', async () => {
  const member = await publicMember({ first_surname: 'Muñoz', professional_license: '55554444' });
  for (const number of [member.member_number, '55554444'])
    for (const surname of ['Muñoz', 'MUNOZ', ' muñoz ']) {
      const answer = await ask({ number, surname });
      expect([answer.status, answer.headers.location]).toEqual([303, `${member.path}?lang=es`]);
    }
});

test('the look-up accepts a number in small letters and both surnames, and its answer can be reloaded', async () => {
  const member = await publicMember({
    first_surname: 'Alba',
    second_surname: 'De la Cruz',
    member_number: 'CG-0002',
  });
  for (const surname of ['Alba', 'ALBA DE LA CRUZ', ' alba  de la  cruz ']) {
    const answer = await ask({ number: ' cg-0002 ', surname });
    expect([answer.status, answer.headers.location]).toEqual([303, `${member.path}?lang=es`]);
  }
  const other = await ask({ number: 'cg-0002', surname: 'De la Cruz' });
  expect([other.status, other.headers.location]).toEqual([303, NOBODY()]);
  const again = await open(NOBODY());
  expect([again.status, (await open(NOBODY())).text]).toEqual([404, again.text]);
  expect(again.text).toContain('Ningún miembro público');
  expect(again.text).toContain('<form');
});

test('every public page of a council shows its name, its colours and its seal', async () => {
  const { council, sello } = world;
  const { accountId } = council;
  const image = { kind: 'pixels', width: 1, height: 1, channels: 3, bytes: deflateSync(Buffer.of(9, 8, 7)) };
  const [logo, signature] = ['a'.repeat(64), 'b'.repeat(64)];
  for (const sha256 of [logo, signature])
    await sello.database.query(
      `insert into council_images (account_id, sha256, kind, width, height, channels, bytes, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [accountId, sha256, image.kind, image.width, image.height, image.channels, image.bytes],
      'image',
    );
  const signatures = JSON.stringify([{ name: 'A', office: 'B', image: signature }]);
  await sello.database.query(
    `insert into councils (account_id, name, color, accent, logo, signatures, updated_at)
     values ($1, 'Consejo del Sello', '#123456', '#fedcba', $2, $3, now())`,
    [accountId, logo, signatures],
    'look',
  );
  const member = await publicMember();
  const badge = await world.badge((await world.award()).id);
  const ofBadge = pathOf(badge.id).replace(/\.json$/, '');
  const ofCourse = pathOf(badge.credentialSubject.achievement.id);
  for (const path of [member.path, `/m?account=${accountId}`, ofBadge, ofCourse]) {
    const { text } = await open(path);
    expect(text).toMatch(/fill="#123456".*fill="#fedcba"/);
    expect(text).toContain(`<img src="/m/logo/${accountId}/${logo}" alt=""><bdi>Consejo del Sello</bdi>`);
  }
  const own = (await open(`/my/${accountId}`)).text;
  expect(own).toContain(
    `data-color="#123456" data-accent="#fedcba" data-logo="/m/logo/${accountId}/${logo}"`,
  );
  const picture = await sello.call('GET', `/m/logo/${accountId}/${logo}`);
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  // Neither a signature nor a picture that nobody chose is served as a logo.
  for (const path of [`${accountId}/${signature}`, `${accountId}/x`, `acct_0/${logo}`])
    expect((await sello.call('GET', `/m/logo/${path}`)).status).toBe(404);
  await sello.database.query('delete from councils where account_id = $1', [accountId], 'no-look');
});

test('the look-up gives the same answer for unknown and private members and for a wrong surname', async () => {
  const member = await publicMember({ first_surname: 'Lara', professional_license: '55553333' });
  const hidden = await publicMember({ first_surname: 'Lara', public_profile: false });
  const unknown = await ask({ number: '99999', surname: 'Lara' });
  expect([unknown.status, unknown.headers.location]).toEqual([303, NOBODY()]);
  for (const fields of [
    { number: hidden.member_number, surname: 'Lara' },
    { number: '55553333', surname: 'Lar' },
    { number: '5555333', surname: 'Lara' },
    { number: member.member_number, surname: '' },
    { number: '%', surname: '%' },
  ]) {
    const answer = await ask(fields);
    expect([answer.status, answer.headers.location, answer.text]).toEqual([303, NOBODY(), unknown.text]);
  }
  expect(NOBODY()).not.toContain('99999');
  expect((await open(`/m?account=${world.council.accountId}`)).status).toBe(200);
  expect((await open('/m?account=acct_0000000000000000000000')).status).toBe(404);
  expect((await open('/m')).status).toBe(404);
});

test('guessing is limited: a network is refused after some attempts, and other networks are not', async () => {
  const from = '192.0.2.77';
  // At once: each refusal is held back for a moment.
  const tries = Array.from({ length: 60 }, (_, i) => ask({ number: String(i), surname: 'x' }, from));
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([303, 429]));
  expect((await ask({ number: '1', surname: 'x' }, '198.51.100.9')).status).toBe(303);
});
