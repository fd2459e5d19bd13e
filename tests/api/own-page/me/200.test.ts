import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('a member sees the standing, what is missing, how much of each award counts and why, and no unmasked identifier', async ({
  world,
}) => {
  const { council } = world;
  const member = await council.member({ email: newEmail(), curp: 'PUMM850215MDFRSR02' });
  const membership = await council.endingOn(council.today(60), { member });
  const line = { program_id: membership.program_id, category: 'docencia' };
  await council.must('POST', '/awards/decide', {
    decision: 'approve',
    ids: [
      (
        await council.must('POST', '/awards', {
          member_id: member.id,
          activity: { title: 'Curso de invierno' },
          completed_on: council.today(-20),
          points: [{ ...line, points: 30 }],
        })
      ).award.id,
    ],
  });
  const visit = await world.enterByCode(member.email);
  const { status, body, text } = await visit.call('GET', '/me');
  expect(status, text).toBe(200);
  expect(body.member).toMatchObject({ id: member.id, email: member.email, curp: '****************02' });
  expect(body).toMatchObject({
    opened_by: 'code',
    as_of: council.today(),
    council: { name: 'Test', privacy_notice: null },
    reports: { left: 20, most: 20 },
    requests: [],
  });
  expect(body.memberships).toEqual([
    {
      id: membership.id,
      program_id: membership.program_id,
      program: 'Consejo',
      unit: 'puntos',
      standing: 'current',
      valid: true,
      valid_until: council.today(60),
      closes_on: council.today(90),
      term: expect.objectContaining({ number: 1, ends_on: council.today(60), extended_until: null }),
      met: false,
      counted: 20,
      missing_points: 40,
      requirements: [{ code: 'total', name: 'Total', min: 60, have: 20, missing: 40, met: false }],
      checklist: [],
      categories: [
        { code: 'emc', name: 'Educación médica continua' },
        { code: 'docencia', name: 'Docencia' },
      ],
      renewal: {
        can_ask: true,
        is_asked: false,
        opens_on: council.today(-60),
        reasons: [{ code: 'requirement_not_met', name: 'Total', missing: 40 }],
      },
    },
  ]);
  expect(body.awards).toEqual([
    expect.objectContaining({
      title: 'Curso de invierno',
      status: 'approved',
      is_own: false,
      has_badge: false,
      no_badge_because: 'consent_missing',
      linkedin_url: null,
      diploma: null,
      lines: [
        expect.objectContaining({
          category: 'Docencia',
          points: 30,
          counted: 20,
          because: 'cap:docencia',
          because_of: 'Docencia',
        }),
      ],
    }),
  ]);
});

test('a member without memberships has a page too, and a suspended one sees that', async ({ world }) => {
  const member = await world.council.member();
  const visit = await world.enterByLink(member.id);
  expect((await visit.call('GET', '/me')).body).toMatchObject({
    memberships: [],
    awards: [],
    opened_by: 'link',
  });
  await world.council.must('POST', `/members/${member.id}/suspend`, { reason: 'x' });
  expect((await visit.call('GET', '/me')).body.member.status).toBe('suspended');
});

test('whoever has consented can add a badge to LinkedIn, with the address of its page once anybody may read it', async ({
  world: { council, sello, enterByLink },
}) => {
  const consent = { given_at: '2026-01-15', notice_version: '1', channel: 'web' };
  const member = await council.member({ consent });
  const membership = await council.endingOn(council.today(60), { member });
  const { award } = await council.must('POST', '/awards', {
    member_id: member.id,
    activity: { title: 'Curso de verano' },
    completed_on: '2026-01-20',
    points: [{ program_id: membership.program_id, category: 'emc', points: 3 }],
  });
  await council.must('POST', `/awards/${award.id}/approve`, {});
  const visit = await enterByLink(member.id);
  const linkedIn = async () => {
    const [shown] = (await visit.call('GET', '/me')).body.awards;
    expect(shown).toMatchObject({ has_badge: true, no_badge_because: null });
    return Object.fromEntries(new URL(shown.linkedin_url).searchParams);
  };
  expect(await linkedIn()).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Curso de verano',
    organizationName: 'Test',
    issueYear: '2026',
    issueMonth: '1',
  });
  await council.must('PATCH', `/members/${member.id}`, { public_profile: true });
  expect((await council.call('GET', `/awards/${award.id}/badge`)).status).toBe(200);
  const page = (await council.must('GET', `/awards/${award.id}`)).award.badge_url.replace('.json', '');
  expect(page).toContain(sello.config.baseUrl);
  expect(await linkedIn()).toMatchObject({ certUrl: page, certId: page.split('/').at(-1) });
});
