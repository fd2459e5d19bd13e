import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { openCouncil, RULES } from '../../../harness/memberships.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const PROPOSAL = { title: 'Taller', starts_on: '2026-05-01', ends_on: '2026-05-02' };

test('a key of an organiser proposes and sends rosters as its people do, and other organisers are nobody to it', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const made = async (name: string) => (await person.call('POST', '/organizers', { name })).body.organizer;
  const [organizer, other] = [await made('Sociedad'), await made('Otra')];
  const answer = await person.call('POST', `/organizers/${organizer.id}/keys`, {
    name: 'Sistema de cursos',
    rate_per_minute: 30,
  });
  expect([answer.status, answer.body.key], answer.text).toEqual([
    201,
    expect.objectContaining({
      name: 'Sistema de cursos',
      mode: 'live',
      scopes: ['desk'],
      organizer_id: organizer.id,
      rate_per_minute: 30,
    }),
  ]);
  const { secret, id } = answer.body.key;
  const { keys } = (await person.call('GET', '/keys')).body;
  expect(keys).toEqual([expect.objectContaining({ id, organizer_id: organizer.id })]);
  const desk = (method: string, path: string, payload?: object) =>
    sello.call(method, `${API}/desk${path}`, { key: secret, ...(payload && { payload }) });
  const { program } = (await person.call('POST', '/programs', { name: 'Consejo', rules: RULES })).body;
  await person.call('POST', `/programs/${program.id}/activate`);
  const points = [{ program_id: program.id, category: 'emc', points: 5 }];
  const proposed = await desk('POST', '/courses', { ...PROPOSAL, points });
  expect([proposed.status, proposed.body.course?.status], proposed.text).toEqual([201, 'proposed']);
  expect(proposed.headers.location).toContain(`/desk/courses/${proposed.body.course.id}`);
  const seen = (await person.call('GET', `/courses/${proposed.body.course.id}`)).body.course;
  expect([seen.organizer_id, seen.provider.name]).toEqual([organizer.id, 'Sociedad']);
  expect((await person.call('POST', `/courses/${seen.id}/accredit`, {})).status).toBe(200);
  const sent = await desk('POST', `/courses/${seen.id}/rosters`, { rows: [{ member_number: '00001' }] });
  expect([sent.status, sent.body.roster?.states?.refused], sent.text).toEqual([201, 1]);
  const { rows } = (await desk('GET', `/rosters/${sent.body.roster.id}/rows?state=refused`)).body;
  expect(rows).toEqual([expect.objectContaining({ row: 1, error: 'member_not_found' })]);
  await person.call('PATCH', `/courses/${seen.id}`, { organizer_id: other.id });
  expectRefusal(await desk('GET', `/courses/${seen.id}`), 404, 'not_found');
  expect((await desk('GET', '/courses')).body.courses).toEqual([]);
});

test('it opens nothing while its organiser is paused, and its scope stays the only one', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { organizer } = (await person.call('POST', '/organizers', { name: 'Sociedad' })).body;
  const { key } = (await person.call('POST', `/organizers/${organizer.id}/keys`, { name: 'k' })).body;
  const list = () => sello.call('GET', `${API}/desk/courses`, { key: key.secret });
  expect((await list()).status).toBe(200);
  await person.call('PATCH', `/organizers/${organizer.id}`, { status: 'paused' });
  expect(expectRefusal(await list(), 403, 'insufficient_scope')).toContain('paused');
  const widened = await person.call('PATCH', `/keys/${key.id}`, { scopes: ['members:read'] });
  expectRefusal(widened, 422, 'validation_failed');
  expect((await person.call('PATCH', `/keys/${key.id}`, { name: 'otro' })).status).toBe(200);
  const named = { name: 'k', scopes: ['desk'] };
  expectRefusal(await person.call('POST', '/keys', named), 422, 'validation_failed');
});

test('whoever made the key does not decide what comes with it, under four eyes', async ({ sello }) => {
  const { owner, admin, council } = await openFourEyes(sello);
  const { organizer } = (await admin.call('POST', '/organizers', { name: 'Sociedad' })).body;
  const { key } = (await admin.call('POST', `/organizers/${organizer.id}/keys`, { name: 'k' })).body;
  const points = [{ program_id: council.programId, category: 'emc', points: 5 }];
  const { course } = (
    await sello.call('POST', `${API}/desk/courses`, {
      key: key.secret,
      payload: { ...PROPOSAL, points },
    })
  ).body;
  const accredit = (person: typeof admin) => person.call('POST', `/courses/${course.id}/accredit`, {});
  expect(outcomeOf(await accredit(admin))).toEqual(REFUSED);
  expect(outcomeOf(await accredit(owner))).toEqual([200, null]);
});

test('404 for an organiser of another account or mode', async ({ sello }) => {
  const person = await signUp(sello);
  const council = await openCouncil(sello);
  const theirs = (await council.must('POST', '/organizers', { name: 'Sociedad' })).organizer;
  const live = (await person.call('POST', '/organizers', { name: 'Sociedad' })).body.organizer;
  for (const path of [`/organizers/${theirs.id}/keys`, `/organizers/${live.id}/keys?mode=test`])
    expectRefusal(await person.call('POST', path, { name: 'k' }), 404, 'not_found');
});
