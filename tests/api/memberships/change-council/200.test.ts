import { deflateSync } from 'node:zlib';
import { writePng } from '../../../../server/src/memberships/council/write-png.ts';
import { DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { approvedAward } from '../../../harness/documents.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('upload', ({ sello }) => (person: Person, image: Buffer, type = 'image/png') => {
  const headers = { cookie: person.cookie, 'content-type': type };
  return sello.call('POST', `${DASHBOARD}/council/images`, { headers, payload: image });
});

const PNG = await writePng({
  kind: 'pixels',
  width: 2,
  height: 2,
  channels: 3,
  bytes: deflateSync(Buffer.from([200, 0, 0, 0, 200, 0, 0, 0, 200, 9, 9, 9])),
  alpha: undefined,
});

/** One grey pixel, in the first of seven passes. */
const INTERLACED = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAFNeavDAAAACklEQVR4nGPwBQAATwBOaYsBbAAAAABJRU5ErkJggg==',
  'base64',
);

test('the look begins with the account’s name, and only named fields change', async ({ sello }) => {
  const person = await signUp(sello);
  expect((await person.call('GET', '/council')).body.council).toEqual({
    name: 'Ana Ñúñez',
    color: '#1d3a5f',
    accent: '#a8842c',
    logo: null,
    signatures: [],
    badge_image: null,
    seals_documents: false,
  });
  const changed = await person.call('PATCH', '/council', { name: 'Consejo de Ejemplo', color: '#5b1f2e' });
  expect([changed.status, changed.body.council]).toEqual([
    200,
    {
      name: 'Consejo de Ejemplo',
      color: '#5b1f2e',
      accent: '#a8842c',
      logo: null,
      signatures: [],
      badge_image: null,
      seals_documents: false,
    },
  ]);
  expect((await person.call('PATCH', '/council', { name: null })).body.council.name).toBe('Ana Ñúñez');
});

test('an uploaded logo and signatures are shown and printed on diplomas, and deleted when nothing uses them', async ({
  sello,
  upload,
}) => {
  const person = await signUp(sello);
  const { image } = (await upload(person, PNG)).body;
  expect(image).toMatchObject({ width: 2, height: 2 });
  const signatures = [{ name: 'Dra. Elena Ríos', office: 'Presidenta', image: image.sha256 }];
  const look = await person.call('PATCH', '/council', { logo: image.sha256, signatures });
  expect(look.body.council).toMatchObject({ logo: image.sha256, signatures });
  const shown = await person.call('GET', `/council/images/${image.sha256}`);
  expect([shown.status, shown.headers['content-type'], shown.bytes.equals(PNG)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  const { secret } = await person.newKey({ name: 'k', mode: 'test' });
  const council = await openProgramCouncil(sello, secret);
  const award = await approvedAward(council);
  await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const pdf = await sello.call('GET', `${API}/awards/${award.id}/diploma?format=raw`, { key: secret });
  expect(pdf.text).toContain('/Subtype /Image');
  await person.call('PATCH', '/council', { logo: null, signatures: [] });
  expect((await person.call('GET', `/council/images/${image.sha256}`)).status).toBe(404);
});

test('an interlaced PNG is accepted like any other', async ({ sello, upload }) => {
  const person = await signUp(sello);
  const { image } = (await upload(person, INTERLACED)).body;
  expect(image).toEqual({ sha256: expect.any(String), width: 1, height: 1 });
  const shown = await person.call('GET', `/council/images/${image.sha256}`);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
});

test.for([
  [{ color: '#fafafa' }, /color/],
  [{ color: 'red' }, /color/],
  [{ accent: '#ffffff' }, /accent/],
  [{ logo: 'a'.repeat(64) }, /logo/],
  [{ signatures: [{ name: 'A', office: 'B', image: 'b'.repeat(64) }] }, /signatures/],
  [{ signatures: Array(3).fill({ name: 'A', office: 'B', image: null }) }, /signatures/],
  [{ name: ' ' }, /name/],
] as const)('%j is refused and names the field', async ([change, words], { sello }) => {
  const person = await signUp(sello);
  const answer = await person.call('PATCH', '/council', change);
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toMatch(words);
});

test('a file that is no image is refused, whatever its name, and so is one that is too large', async ({
  sello,
  upload,
}) => {
  const person = await signUp(sello);
  const svg = await upload(person, Buffer.from('<svg/>'));
  expect([svg.status, svg.body.error]).toEqual([422, 'validation_failed']);
  expect((await upload(person, Buffer.from('<svg/>'), 'image/svg+xml')).status).toBe(415);
  expect((await upload(person, Buffer.alloc(600_000))).status).toBe(413);
});

test("nobody sees or uses another account's images, and nobody gets in without a session", async ({
  sello,
  upload,
}) => {
  const [ana, eva] = [await signUp(sello), await signUp(sello)];
  const { image } = (await upload(ana, PNG)).body;
  expect((await eva.call('GET', `/council/images/${image.sha256}`)).status).toBe(404);
  expect((await eva.call('PATCH', '/council', { logo: image.sha256 })).status).toBe(422);
  expect((await sello.call('GET', `${DASHBOARD}/council`)).status).toBe(401);
});
