import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a day after today, a note that is too long and a certificate of another account are refused', async ({
  sello,
  council,
}) => {
  const { current_term } = await council.membership({ checklist: [{ code: 'dues', name: 'Cuota' }] });
  const put = (body: object) => council.call('PUT', `/terms/${current_term.id}/checklist/dues`, body);
  const done = { done: true };
  expectRefusal(await put({ ...done, done_on: council.today(1) }), 422, 'validation_failed', /done_on/);
  expectRefusal(await put({ ...done, note: 'x'.repeat(2001) }), 422, 'validation_failed', /note/);
  expectRefusal(await put({}), 422, 'validation_failed', /done/);
  const other = await openCouncil(sello);
  const foreign = await sello.certify(other.key);
  const named = await put({ ...done, certificate_id: foreign.id });
  const unknown = await put({ ...done, certificate_id: 'cert_0000000000000000000000' });
  expectRefusal(named, 422, 'validation_failed', /certificate_id/);
  expect(named.text).toBe(unknown.text);
});

test('an item for each year needs the number of a whole year, and an item for the term must have none', async ({
  council,
}) => {
  const { current_term } = await council.membership({
    starts_on: council.today(-400),
    checklist: [
      { code: 'dues', name: 'Cuota', period: 'year' },
      { code: 'exam', name: 'Examen' },
    ],
  });
  const put = (code: string, body: object) =>
    council.call('PUT', `/terms/${current_term.id}/checklist/${code}`, { done: true, ...body });
  expectRefusal(await put('dues', {}), 422, 'validation_failed', /`year`/);
  expectRefusal(await put('dues', { year: 99 }), 422, 'validation_failed', /`year`/);
  expectRefusal(await put('exam', { year: 1 }), 422, 'validation_failed', /`year`/);
});
