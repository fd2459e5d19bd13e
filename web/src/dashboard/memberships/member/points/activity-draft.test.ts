import { expect, test } from 'vitest';
import { EMPTY_ACTIVITY, toActivityAward } from './activity-draft.ts';

const line = { key: 1, program: 'prg_1', role: 'attendee', category: 'emc', points: '4.5' };

test('an activity is sent with what was typed, and nothing else', () => {
  const draft = { ...EMPTY_ACTIVITY, title: ' Artículo ', completed_on: '2026-03-01', lines: [line] };
  expect(toActivityAward('mem_1', draft)).toEqual({
    member_id: 'mem_1',
    activity: { title: 'Artículo' },
    completed_on: '2026-03-01',
    points: [{ program_id: 'prg_1', category: 'emc', points: 4.5 }],
  });
});

test('an address and a note are two pieces of evidence', () => {
  const draft = { ...EMPTY_ACTIVITY, url: 'https://example.com/1', note: 'Visto por el comité', hours: '2' };
  expect(toActivityAward('mem_1', { ...draft, lines: [{ ...line, points: ' ' }] })).toMatchObject({
    hours: 2,
    points: [],
    evidence: [{ url: 'https://example.com/1' }, { note: 'Visto por el comité' }],
  });
});
