/** The council's own picture for its badges: what is signed names the picture, so existing badges never change. */

import { readBakedPng } from '@sello/proof/badges';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, openBadgeWorld } from '../../harness/badges.ts';
import { picture, uploadPicture } from '../../harness/council-pictures.ts';
import { expectRefusal } from '../../harness/memberships.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

const upload = (bytes: Buffer) => uploadPicture(world.council, bytes);

const pathOf = (url: string) => new URL(url).pathname;
const png = async (address: string) =>
  (await world.sello.call('GET', pathOf(address).replace('.json', '.png'))).bytes;

/** The size of a PNG, from its head. */
const sideOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

test('a badge of a course has its picture in the JSON, baked, on the pages and in chats; older badges keep every byte', async () => {
  const { sello, council, award, badge } = world;
  const before = await award();
  const old = await badge(before.id);
  expect(old.credentialSubject.achievement.image).toBeUndefined();
  const oldPng = await png(old.id);

  const own = await upload(await picture(120, 120, 40));
  const { id } = await award({ course: { badge_image: own } });
  const made = await badge(id);
  const { image } = made.credentialSubject.achievement;
  expect(image).toEqual({
    id: `https://sello.example/b/picture/${council.accountId}/${own}.png`,
    type: 'Image',
  });
  const shown = await sello.call('GET', pathOf(image.id));
  expect([shown.status, shown.headers['content-type'], sideOf(shown.bytes)]).toEqual([
    200,
    'image/png',
    [120, 120],
  ]);
  const baked = await png(made.id);
  expect([sideOf(baked), JSON.parse(readBakedPng(baked) ?? '').id]).toEqual([[120, 120], made.id]);
  const page = (await sello.call('GET', pathOf(made.id).replace('.json', ''))).text;
  expect(page).toContain(`<meta property="og:image" content="${image.id}">`);
  const criteria = await sello.call('GET', pathOf(made.credentialSubject.achievement.id));
  expect(criteria.text).toContain(`<img src="${pathOf(image.id)}"`);

  // Another picture for the course: the badge that was made stays as it is, and so does its picture.
  const { course_id } = (await council.must('GET', `/awards/${id}`)).award;
  const other = await upload(await picture(200, 200, 90));
  const change = await council.must('PATCH', `/courses/${course_id}`, { badge_image: other });
  expect(change.course.badge_image).toBe(other);
  await upload(await picture(90, 90, 7));
  expect(await badge(id)).toEqual(made);
  expect((await png(made.id)).equals(baked)).toBe(true);
  expect(await badge(before.id)).toEqual(old);
  expect((await png(old.id)).equals(oldPng)).toBe(true);
});

test('a picture that no badge may have is refused, and says why', async () => {
  const { council } = world;
  const wanted = { title: 'Taller', starts_on: council.today() };
  for (const [image, why] of [
    [await picture(120, 100, 1), '120 × 100'],
    [await picture(80, 80, 1), '90 to 800'],
    [await picture(801, 801, 1), '90 to 800'],
  ] as const) {
    const refused = await council.call('POST', '/courses', { ...wanted, badge_image: await upload(image) });
    expectRefusal(refused, 422, 'validation_failed');
    expect(refused.body.message).toContain(why);
  }
  const unknown = await council.call('POST', '/courses', { ...wanted, badge_image: '0'.repeat(64) });
  expect([unknown.status, unknown.body.message]).toEqual([422, expect.stringContaining('not uploaded')]);
});

test('only pictures of badges are shown to strangers, each at the address of its council', async () => {
  const { sello, council } = world;
  const logo = await upload(await picture(100, 100, 3));
  expect((await sello.call('GET', `/b/picture/${council.accountId}/${logo}.png`)).status).toBe(404);
  const own = await upload(await picture(100, 100, 4));
  await council.must('POST', '/courses', { title: 'A', starts_on: council.today(), badge_image: own });
  expect((await sello.call('GET', `/b/picture/${council.accountId}/${own}.png`)).status).toBe(200);
  expect((await sello.call('GET', `/b/picture/acct_${'0'.repeat(22)}/${own}.png`)).status).toBe(404);
});
