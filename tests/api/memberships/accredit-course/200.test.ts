import { newCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a course is accredited today with the next folio of the year, until the given day', async ({
  sello,
  council,
}) => {
  const { id } = await newCourse(council);
  const { course } = await council.ask('POST', `/courses/${id}/accredit`, 200, { valid_until: '2027-06-30' });
  const year = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City', year: 'numeric' }).format(
    sello.ports.now(),
  );
  expect(course).toMatchObject({
    status: 'accredited',
    accreditation: {
      folio: expect.stringMatching(new RegExp(`^AVAL-${year}-\\d{6}$`)),
      accredited_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      valid_until: '2027-06-30',
      by: expect.stringMatching(/^key_/),
      reason: null,
    },
  });
});

test('the caller may choose the folio; a chosen number of our own series is skipped later', async ({
  sello,
}) => {
  const own = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const accredit = async (body: object) => {
    const { id } = await newCourse(own);
    return (await own.ask('POST', `/courses/${id}/accredit`, 200, body)).course.accreditation.folio;
  };
  expect(await accredit({ folio: 'CONAMEGE 17/2026' })).toBe('CONAMEGE 17/2026');
  const first = await accredit({});
  const prefix = first.slice(0, -6);
  expect(first).toBe(`${prefix}000001`);
  expect(await accredit({ folio: `${prefix}000002` })).toBe(`${prefix}000002`);
  expect(await accredit({})).toBe(`${prefix}000003`);
});

test('parallel accreditations get folios without gaps or duplicates, and failed ones take none', async ({
  sello,
}) => {
  const own = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const courses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => newCourse(own, i % 5 === 0 ? { points: [] } : {})),
  );
  const answers = await Promise.all(
    courses.map(({ id }) =>
      sello.call('POST', `${API}/courses/${id}/accredit`, { key: own.key, payload: {} }),
    ),
  );
  const folios = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => body.course.accreditation.folio);
  expect(folios).toHaveLength(24);
  const numbers = folios.map((folio: string) => Number(folio.slice(-6))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
});
