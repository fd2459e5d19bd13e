/** The data with which strangers can check a badge, and when it is withheld. */

import { gunzipSync } from 'node:zlib';
import { readBakedPng } from '@sello/proof/badges';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, CONSENT, openBadgeWorld } from '../../harness/badges.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

const pathOf = (url: string) => new URL(url).pathname;
const statusOf = async (path: string) => (await world.sello.call('GET', path)).status;

/** Whether a badge's bit is set in the list that the badge names. */
async function isRevoked(badge: {
  credentialStatus: { statusListCredential: string; statusListIndex: string };
}) {
  const { statusListCredential, statusListIndex } = badge.credentialStatus;
  const list = await world.fetch(statusListCredential);
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'));
  expect(bits).toHaveLength(16_384);
  const at = Number(statusListIndex);
  return ((bits[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0;
}

test('the badge at its public address has the same bytes, can be read by any page, and answers 304 to a known ETag', async () => {
  const { sello, council, award, badge } = world;
  const { id } = await award();
  const { id: address } = await badge(id);
  const answer = await sello.call('GET', pathOf(address));
  expect(answer.text).toBe((await council.call('GET', `/awards/${id}/badge`)).text);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vc+ld+json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex, nofollow',
  });
  const headers = { 'if-none-match': String(answer.headers.etag) };
  expect((await sello.call('GET', pathOf(address), { headers })).status).toBe(304);
  const png = await sello.call('GET', pathOf(address).replace('.json', '.png'));
  expect([png.headers['content-type'], readBakedPng(png.bytes)]).toEqual(['image/png', answer.text]);
});

test('a badge as a JWT has an address of its own, and the address of the JSON gives it with Accept', async () => {
  const { sello, council, award, badge } = world;
  const { id } = await award();
  const path = pathOf((await badge(id)).id);
  const own = await sello.call('GET', path.replace('.json', '.jwt'));
  expect([own.status, own.text]).toEqual([
    200,
    (await council.call('GET', `/awards/${id}/badge?format=jwt`)).text,
  ]);
  expect(own.headers).toMatchObject({
    'content-type': 'application/vc+jwt',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  });
  const asked = await sello.call('GET', path, { headers: { accept: 'application/vc+jwt' } });
  expect([asked.text, asked.headers['content-type'], asked.headers.vary]).toEqual([
    own.text,
    'application/vc+jwt',
    'accept',
  ]);
  expect((await sello.call('GET', path)).headers.vary).toBe('accept');
  await council.must(
    'POST',
    `/members/${(await council.must('GET', `/awards/${id}`)).award.member_id}/anonymise`,
    {
      reason: 'x',
    },
  );
  expect((await sello.call('GET', path.replace('.json', '.jwt'))).status).toBe(410);
  expect(await statusOf('/b/0000000000000000000000.jwt')).toBe(404);
});

test('a badge is also a page that explains it to people and in chats, and says whether it was revoked', async () => {
  const { sello, council, award, badge } = world;
  const { id } = await award();
  const signed = await badge(id);
  const path = pathOf(signed.id).replace('.json', '');
  const page = await sello.call('GET', `${path}?lang=en`);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(page.text).toContain(`<h1 class="title" dir="auto">${signed.name}</h1>`);
  expect(page.text).toContain(`<meta property="og:title" content="${signed.name} · ${signed.issuer.name}">`);
  expect(page.text).toMatch(/<meta property="og:image" content="[^"]+\/assets\/share-badge-en-[^"]+\.png">/);
  expect(page.text).toContain(`href="${path}.png"`);
  expect(page.text).not.toContain('no longer valid');
  const [, linkedIn = ''] = /href="(https:\/\/www\.linkedin\.com\/[^"]+)"/.exec(page.text) ?? [];
  expect(new URL(linkedIn.replaceAll('&amp;', '&')).searchParams.get('certUrl')).toBe(
    signed.id.replace('.json', ''),
  );
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'given by mistake' });
  const revoked = (await sello.call('GET', `${path}?lang=en`)).text;
  expect(revoked).toContain('no longer valid');
  expect(revoked).not.toContain('linkedin');
  expect(await statusOf('/b/0000000000000000000000')).toBe(404);
});

test("404 while the member's page is not public, 410 once consent has ended; the badge returns when these return", async () => {
  const { council, award, badge } = world;
  const { id, member_id } = await award();
  const path = pathOf((await badge(id)).id);
  const change = (fields: object) => council.must('PATCH', `/members/${member_id}`, fields);
  await change({ public_profile: false });
  expect(await statusOf(path)).toBe(404);
  await change({ consent: null });
  expect(await statusOf(path)).toBe(410);
  expect(await statusOf(path.replace('.json', '.png'))).toBe(410);
  expect(await statusOf(path.replace('.json', ''))).toBe(410);
  await change({ consent: CONSENT, public_profile: true });
  expect(await statusOf(path)).toBe(200);
  expect(await statusOf('/b/0000000000000000000000.json')).toBe(404);
  expect(await statusOf('/b/x.json')).toBe(404);
});

test('revoking sets exactly one bit at once; the list is signed again and has the date of its last change', async () => {
  const { sello, council, award, badge } = world;
  const [one, other] = [await award(), await award()];
  const [first, second] = [await badge(one.id), await badge(other.id)];
  const read = () => sello.call('GET', pathOf(first.credentialStatus.statusListCredential));
  const before = await read();
  expect(before.headers).toMatchObject({
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
    'content-type': 'application/vc+ld+json',
  });
  expect((await read()).text).toBe(before.text);
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([false, false]);
  sello.advance(5_000);
  await council.must('POST', `/awards/${one.id}/revoke`, { reason: 'x' });
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([true, false]);
  const after = JSON.parse((await read()).text);
  expect(after.validFrom > JSON.parse(before.text).validFrom).toBe(true);
  expect(after.proof[0].created).toBe(after.validFrom);
  const beside = await sello.another();
  expect((await beside.call('GET', pathOf(first.credentialStatus.statusListCredential))).text).toBe(
    (await read()).text,
  );
});

test('an anonymised member has no badge left: 410, the bit is set, the bytes are deleted', async () => {
  const { sello, council, award, badge } = world;
  const { id, member_id } = await award();
  const given = await badge(id);
  await council.must('POST', `/members/${member_id}/anonymise`, { reason: 'Lo pidió' });
  expect(await statusOf(pathOf(given.id))).toBe(410);
  expect(await isRevoked(given)).toBe(true);
  const [kept] = await sello.database.query('select credential from badges where award_id = $1', [id]);
  expect(kept?.credential).toBeNull();
});

test("the issuer's document exists once it has signed something; an unknown issuer or list is 404", async () => {
  const { sello, council, award, badge } = world;
  const { issuer } = await badge((await award()).id);
  const answer = await sello.call('GET', `/i/${council.accountId}/did.json`);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/did+json',
  });
  expect(JSON.parse(answer.text)).toMatchObject({
    id: issuer.id,
    verificationMethod: [
      { id: `${issuer.id}#key-1`, type: 'Multikey', controller: issuer.id },
      {
        id: `${issuer.id}#jwk-1`,
        type: 'JsonWebKey',
        controller: issuer.id,
        publicKeyJwk: { kty: 'OKP', crv: 'Ed25519' },
      },
    ],
    assertionMethod: [`${issuer.id}#key-1`, `${issuer.id}#jwk-1`],
  });
  const { account } = await sello.newAccount();
  for (const path of [
    `/i/${account.id}/did.json`,
    '/i/x/did.json',
    `/status/${account.id}/1`,
    `/status/${council.accountId}/2`,
    `/status/${council.accountId}/0`,
    `/status/${council.accountId}/1e0`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
});

test('the achievement of a course is a page and JSON, once a badge names it', async () => {
  const { sello, council, award, badge } = world;
  const made = await award();
  const { award: full } = await council.must('GET', `/awards/${made.id}`);
  expect(await statusOf(`/c/${full.course_id}`)).toBe(404);
  const { achievement } = (await badge(made.id)).credentialSubject;
  expect(pathOf(achievement.id)).toBe(`/c/${full.course_id}`);
  const page = await sello.call('GET', pathOf(achievement.id), { headers: { accept: 'text/html' } });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain(achievement.name);
  expect(page.text).toContain(achievement.humanCode);
  const json = await sello.call('GET', `${pathOf(achievement.id)}.json`);
  expect(JSON.parse(json.text)).toMatchObject({
    id: achievement.id,
    name: achievement.name,
    humanCode: achievement.humanCode,
  });
});

test('a diploma is the evidence of its badge; reissuing it makes a new badge and revokes the old one', async () => {
  const { sello, council, award, badge } = world;
  const { id, member_id } = await award({ member: { public_fields: ['diplomas'] } });
  const { diploma } = await council.must('POST', `/awards/${id}/diploma`, {});
  const before = await badge(id);
  expect(before.evidence).toMatchObject([{ id: diploma.qr_verification_url, type: ['Evidence'] }]);
  const { member } = await council.must('GET', `/members/${member_id}`);
  const page = async () => (await sello.call('GET', `${pathOf(member.public_url)}.json`)).body;
  expect((await page()).diplomas).toMatchObject([{ url: diploma.qr_verification_url, folio: diploma.folio }]);
  await council.must('POST', `/awards/${id}/diploma`, { reissue: true, reason: 'Apellido' });
  expect(await isRevoked(before)).toBe(true);
  const after = await badge(id);
  expect([after.id === before.id, await isRevoked(after)]).toEqual([false, false]);
  const [shown] = (await page()).diplomas;
  expect(after.evidence[0].id).toBe(shown.url);
  expect(shown.url).not.toBe(diploma.qr_verification_url);
});
