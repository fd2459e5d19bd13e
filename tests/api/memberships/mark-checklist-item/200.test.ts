import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const CHECKLIST = [
  { code: 'dues', name: 'Cuota' },
  { code: 'exam', name: 'Examen', tracks: ['examen'] },
];

test('an item is marked as done on a day, with a note and a certificate of the account, and can be unmarked', async ({
  sello,
  council,
}) => {
  const { current_term } = await council.membership({ checklist: CHECKLIST });
  const { id: certificate_id } = await sello.certify(council.key);
  const at = `/terms/${current_term.id}/checklist/dues`;
  const { term } = await council.must('PUT', at, {
    done: true,
    done_on: '2026-02-01',
    note: 'recibo 7',
    certificate_id,
  });
  expect(term.checklist).toEqual([
    { code: 'dues', name: 'Cuota', done: true, done_on: '2026-02-01', note: 'recibo 7', certificate_id },
  ]);
  const today = await council.must('PUT', at, { done: true });
  expect(today.term.checklist[0]).toMatchObject({
    done_on: council.today(),
    note: null,
    certificate_id: null,
  });
  const undone = await council.must('PUT', at, { done: false });
  expect(undone.term.checklist[0]).toMatchObject({ done: false, done_on: null });
});

test('items of a track exist only for members of that track', async ({ council }) => {
  const { current_term } = await council.membership({ checklist: CHECKLIST, tracks: ['examen'] });
  expect(current_term.checklist.map(({ code }: { code: string }) => code)).toEqual(['dues', 'exam']);
  const other = await council.membership({ checklist: CHECKLIST });
  const answer = await council.call('PUT', `/terms/${other.current_term.id}/checklist/exam`, { done: true });
  expectRefusal(answer, 404, 'not_found', /dues/);
});

test('a code may be the name of a property that every object has', async ({ council }) => {
  const { current_term } = await council.membership({ checklist: [{ code: 'constructor', name: 'x' }] });
  expect(current_term.checklist).toMatchObject([{ code: 'constructor', done: false }]);
  const { term } = await council.must('PUT', `/terms/${current_term.id}/checklist/constructor`, {
    done: true,
  });
  expect(term.checklist).toMatchObject([{ code: 'constructor', done: true }]);
});
