import { verifyTranscript } from '../../../../server/src/memberships/transcripts/verify-transcript.ts';
import { approvedAward } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { programTest as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('award', FILE, ({ council }) => approvedAward(council))
  .extend(
    'read',
    ({ sello, award, council }) =>
      (query = '', headers = {}) =>
        sello.call('GET', `${API}/members/${award.member_id}/transcript${query}`, {
          key: council.key,
          headers,
        }),
  );

test('it has the member, terms with their evaluation, awards with what counts, and the ledger', async ({
  council,
  award,
  read,
}) => {
  const { transcript } = (await read()).body;
  expect(transcript).toMatchObject({
    object: 'transcript',
    member: { id: award.member_id, given_name: 'Ana' },
    programs: [{ id: council.programId, versions: [{ version: 1 }] }],
    memberships: [{ program_id: council.programId, standing: 'current', terms: [{ number: 1 }] }],
    awards: [
      {
        id: award.id,
        title: 'Congreso Nacional',
        status: 'approved',
        lines: [{ category: 'emc', points: 10, term: 1, counted: 10, because: null }],
      },
    ],
    ledger: { entries: [{ seq: 1, award_id: award.id }], head: { seq: 1 } },
  });
  expect(transcript.memberships[0].terms[0].evaluation).toMatchObject({ counted: 10, met: false });
  expect(verifyTranscript({ transcript }).filter(({ passes }) => !passes)).toEqual([]);
});

test('its bytes depend only on the records and the day', async ({ read }) => {
  const [one, other] = [
    await read('?as_of=2026-03-31'),
    await read('?as_of=2026-03-31', { 'accept-language': 'en' }),
  ];
  expect(one.text).toBe(other.text);
  const [pdf, again] = [
    await read('?format=pdf&as_of=2026-03-31'),
    await read('?format=pdf&as_of=2026-03-31'),
  ];
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.bytes.equals(again.bytes)).toBe(true);
});

test('the table has one line for each award', async ({ award, read }) => {
  const { text, headers } = await read('?format=csv');
  expect(headers['content-type']).toMatch(/^text\/csv/);
  const lines = text.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(award.id);
});

test('filters do not shorten the ledger, and before the first entry it is empty', async ({ read }) => {
  const { transcript } = (await read('?from=2026-04-01&term=1')).body;
  expect([transcript.awards, transcript.ledger.entries.length]).toEqual([[], 1]);
  const early = (await read('?as_of=2020-01-01')).body.transcript;
  expect([early.awards, early.ledger]).toEqual([[], { entries: [], head: null }]);
  expect(verifyTranscript(transcript).every(({ passes }) => passes)).toBe(true);
  expect(verifyTranscript(early).every(({ passes }) => passes)).toBe(true);
});

test('it never contains the reasons of waivers and extensions', async ({ sello, council }) => {
  const memberId = await council.enrol();
  const { memberships } = await council.ask('GET', `/memberships?member_id=${memberId}`, 200);
  const term = memberships[0].current_term.id;
  await council.ask('PUT', `/terms/${term}/waivers/total`, 200, { min_points: 1, reason: 'Enfermedad-X' });
  await council.ask('POST', `/terms/${term}/extend`, 200, { until: '2028-06-30', reason: 'Enfermedad-Y' });
  const answer = await sello.call('GET', `${API}/members/${memberId}/transcript`, { key: council.key });
  expect(answer.text).not.toContain('Enfermedad');
  expect(verifyTranscript(answer.body).every(({ passes }) => passes)).toBe(true);
});
