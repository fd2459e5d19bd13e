import { createHash } from 'node:crypto';
import { readBakedPng } from '@sello/proof/badges';
import { BASE_URL, openBadgeWorld } from '../../../harness/badges.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openBadgeWorld);

test('the badge of an award states the achievement, the recipient as a hash, and the issuer', async ({
  world,
}) => {
  const { council, award } = world;
  const { id } = await award();
  const answer = await council.call('GET', `/awards/${id}/badge`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/vc+ld+json']);
  const badge = JSON.parse(answer.text);
  const did = `did:web:sello.example:i:${council.accountId}`;
  expect(badge).toMatchObject({
    id: expect.stringMatching(/^https:\/\/sello\.example\/b\/[0-9A-Za-z]{22}\.json$/),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Actualización en cardiología «2026»',
    issuer: { id: did, type: ['Profile'], name: 'Test' },
    awardedDate: `${council.today(-2)}T00:00:00Z`,
    credentialSubject: {
      role: 'attendee',
      activityStartDate: `${council.today(-4)}T00:00:00Z`,
      activityEndDate: `${council.today(-2)}T00:00:00Z`,
      creditsEarned: 12.5,
      achievement: {
        achievementType: 'Course',
        creditsAvailable: 12.5,
        humanCode: expect.stringMatching(/^AVAL-/),
        tag: ['Consejo', 'Educación médica continua'],
      },
    },
    credentialStatus: {
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListCredential: `${BASE_URL}/status/${council.accountId}/1`,
    },
    proof: [{ cryptosuite: 'eddsa-rdfc-2022', verificationMethod: `${did}#key-1` }],
  });
  const [identity] = badge.credentialSubject.identifier;
  const hash = createHash('sha256').update(`ana.luna@example.com${identity.salt}`).digest('hex');
  expect(identity).toMatchObject({
    hashed: true,
    identityType: 'emailAddress',
    identityHash: `sha256$${hash}`,
  });
});

test('the bytes never change: for many readers at once, and after changes of course, account and key', async ({
  world,
}) => {
  const { council, award, sello } = world;
  const { id, member_id } = await award();
  const read = async () => (await council.call('GET', `/awards/${id}/badge`)).text;
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, read));
  expect(new Set(others)).toEqual(new Set([first]));
  await sello.database.query('update accounts set name = $1', ['Otro nombre']);
  await council.must('PATCH', `/members/${member_id}`, { email: 'other@example.com' });
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'Error' });
  expect(await read()).toBe(first);
});

test('badge_url is present once the badge exists; until then the award says why it is not', async ({
  world,
}) => {
  const { council, award, badge } = world;
  const { id } = await award();
  const read = async () => (await council.must('GET', `/awards/${id}`)).award;
  expect(await read()).toMatchObject({ badge_url: null, no_badge_because: 'not_read_yet' });
  const { id: address } = await badge(id);
  expect(await read()).toMatchObject({ badge_url: address, no_badge_because: null });
});

test('format=png is a picture with the same badge baked in', async ({ world }) => {
  const { council, award } = world;
  const { id } = await award();
  const answer = await council.call('GET', `/awards/${id}/badge?format=png`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(readBakedPng(answer.bytes)).toBe((await council.call('GET', `/awards/${id}/badge`)).text);
});

test('format=jwt and the Accept header both give the same badge as a compact JWS by EdDSA, with the same text each time', async ({
  world,
}) => {
  const { council, award, badge } = world;
  const { id } = await award();
  const signed = await badge(id);
  const answer = await council.call('GET', `/awards/${id}/badge?format=jwt`);
  expect([answer.status, answer.headers['content-type'], answer.headers.vary]).toEqual([
    200,
    'application/vc+jwt',
    'accept',
  ]);
  const [header, payload] = answer.text.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const did = signed.issuer.id;
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'EdDSA', kid: `${did}#jwk-1`, typ: 'JWT' });
  const { proof: _proof, ...unsigned } = signed;
  const sub = `${signed.id}#recipient`;
  expect(JSON.parse(payload ?? '')).toEqual({
    ...unsigned,
    credentialSubject: { id: sub, ...signed.credentialSubject },
    iss: did,
    jti: signed.id,
    sub,
    nbf: Date.parse(signed.validFrom) / 1000,
  });
  const read = async (accept: string) =>
    (await council.call('GET', `/awards/${id}/badge`, undefined, { headers: { accept } })).headers[
      'content-type'
    ];
  expect(await read('application/vc+jwt')).toBe('application/vc+jwt');
  expect(await read('application/vc+jwt;q=0.5, */*')).toBe('application/vc+ld+json');
  expect(await read('text/html')).toBe('application/vc+ld+json');
  expect((await council.call('GET', `/awards/${id}/badge?format=jwt`)).text).toBe(answer.text);
});

test('a test key has an issuer of its own, with its own key and list', async ({ world }) => {
  const { council, sello, award, badge } = world;
  const live = await badge((await award()).id);
  const key = await council.testKey();
  const must = async (method: string, path: string, payload?: object) =>
    (await council.call(method, path, payload, { key })).body;
  const { program } = await must('POST', '/programs', {
    name: 'Prueba',
    rules: { term_months: 12, categories: [{ code: 'a', name: 'A' }], requirements: [] },
  });
  await must('POST', `/programs/${program.id}/activate`);
  const consent = { given_at: '2026-01-15', notice_version: '1', channel: 'web' };
  const { member } = await must('POST', '/members', { given_name: 'A', first_surname: 'B', consent });
  await must('POST', `/members/${member.id}/memberships`, {
    program_id: program.id,
    starts_on: council.today(-9),
  });
  const points = [{ program_id: program.id, category: 'a', points: 1 }];
  const given = { member_id: member.id, activity: { title: 'X' }, completed_on: council.today(-1), points };
  const made = await must('POST', '/awards', given);
  await must('POST', `/awards/${made.award.id}/approve`, {});
  const answer = await council.call('GET', `/awards/${made.award.id}/badge`, undefined, { key });
  const test = JSON.parse(answer.text);
  expect(test.issuer.id).toBe(`${live.issuer.id}-test`);
  expect(test.issuer.name).toContain('test');
  const keysOf = async (name: string) =>
    (await world.fetch(`${BASE_URL}/i/${name}/did.json`)).verificationMethod[0].publicKeyMultibase;
  expect(await keysOf(`${council.accountId}-test`)).not.toBe(await keysOf(council.accountId));
  expect((await sello.call('GET', `/status/${council.accountId}-test/1`)).status).toBe(200);
});
