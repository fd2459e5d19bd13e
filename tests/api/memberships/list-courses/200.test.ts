import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import {
  accreditedCourse,
  newCourse,
  openProgramCouncil,
  type ProgramCouncil,
} from '../../../harness/program-council.ts';
import { shareSello } from '../../../harness/shared-sello.ts';

let council: ProgramCouncil;
const sello = forFile(shareSello);
beforeAll(async () => {
  council = await openProgramCouncil(sello, (await sello.newAccount()).key);
});

const ids = async (query: string) =>
  (await council.ask('GET', `/courses?${query}`, 200)).courses.map(({ id }: { id: string }) => id);

test('every filter finds what matches, newest first, and nothing of another account or mode', async () => {
  const account = await sello.newAccount();
  council = await openProgramCouncil(sello, account.key);
  const test_ = await openProgramCouncil(sello, (await sello.newKey(account.account, { mode: 'test' })).key);
  await newCourse(test_);
  const a = await newCourse(council, {
    title: 'Cardiología avanzada',
    provider: { name: 'Sociedad Médica' },
  });
  sello.advance(5);
  const b = await accreditedCourse(council, {
    title: 'Ética',
    code: 'ETI-1',
    starts_on: '2026-01-10',
    ends_on: '2026-01-12',
  });
  sello.advance(5);
  const c = await newCourse(council, {
    title: '100% en línea',
    modality: 'self_paced',
    points: [],
    ends_on: null,
  });
  expect(await ids('')).toEqual([c.id, b.id, a.id]);
  expect(await ids('q=cardiologia')).toEqual([a.id]);
  expect(await ids('q=ÉTICA')).toEqual([b.id]);
  expect(await ids('q=eti-1')).toEqual([b.id]);
  expect(await ids('q=avanzada%20cardio')).toEqual([a.id]);
  expect(await ids('q=100%25')).toEqual([c.id]);
  expect(await ids('q=_')).toEqual([]);
  expect(await ids('status=accredited')).toEqual([b.id]);
  expect(await ids(`program_id=${council.programId}`)).toEqual([b.id, a.id]);
  expect(await ids(`program_id=${test_.programId}`)).toEqual([]);
  expect(await ids('provider=medica')).toEqual([a.id]);
  expect(await ids('starts_after=2026-01-10')).toEqual([c.id, a.id]);
  expect(await ids('ends_before=2026-01-13')).toEqual([b.id]);
  expect(await ids(`folio=${b.accreditation.folio}`)).toEqual([b.id]);
  expect(await ids(`limit=1&after=${c.id}`)).toEqual([b.id]);
  const page = await council.ask('GET', '/courses?limit=2', 200);
  expect(page.pagination).toEqual({ limit: 2, offset: 0, total: 3, has_more: true });
});
