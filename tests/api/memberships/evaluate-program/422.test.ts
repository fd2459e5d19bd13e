import { test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { expectRefusal, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API } from '../../../harness/test-sello.ts';

const sello = forFile(shareSello);
const council = forFile(() => openCouncil(sello));

const award = (more: object) => ({
  awards: [{ id: 'a', completed_on: '2026-03-01', category: 'emc', points: 5, ...more }],
});
const membership = (more: object) => ({ membership: { starts_on: '2026-01-01', ...more } });

test.for<[string, object, RegExp]>([
  ['three decimals', award({ points: 0.005 }), /awards\[0\]\.points/],
  ['too many points', award({ points: 1e9 }), /awards\[0\]\.points/],
  ['no points', award({ points: 0 }), /awards\[0\]\.points.*greater than 0/],
  ['points as text', award({ points: '10' }), /awards\[0\]\.points/],
  ['points that are null', award({ points: null }), /awards\[0\]\.points/],
  ['a day that there is not', award({ completed_on: '2026-02-30' }), /awards\[0\]\.completed_on/],
  ['a day with a time', award({ completed_on: '2026-02-03T00:00:00Z' }), /awards\[0\]\.completed_on/],
  ['2,001 awards', { awards: Array.from({ length: 2_001 }, () => award({}).awards[0]) }, /`awards`.*2000/],
  ['a start that is no day', membership({ starts_on: '2026-13-01' }), /membership\.starts_on/],
  ['a start in the year 9000', membership({ starts_on: '9000-01-01' }), /membership\.starts_on/],
  ['term 0', { term: 0 }, /`term`/],
  ['term 34: more than a hundred years of three', { term: 34 }, /`term`.*1 .*and 33/],
  ['a term before the first', { ...membership({ first_term_number: 3 }), term: 2 }, /`term`.*3/],
  [
    'an extension of more than 24 months',
    membership({ extended_until: { '1': '2031-01-01' } }),
    /extended_until\.1.*2030-12-31/,
  ],
  ['an extension of no term', membership({ extended_until: { x: '2029-01-31' } }), /extended_until/],
  ['a waiver of an unknown requirement', membership({ waivers: { '1': { totla: 0 } } }), /waivers\.1\.totla/],
  ['a waiver of three decimals', membership({ waivers: { '1': { total: 1.005 } } }), /waivers\.1\.total/],
  ['a waiver below 0', membership({ waivers: { '1': { total: -1 } } }), /waivers/],
])('%s is refused by its path', async ([, more, words]) => {
  const { id } = await council.program({ isDraft: true });
  const trial = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1, ...more };
  expectRefusal(
    await council.call('POST', `/programs/${id}/evaluate`, trial),
    422,
    'validation_failed',
    words,
  );
});

test('NaN is no JSON', async () => {
  const { id } = await council.program({ isDraft: true });
  const payload =
    '{"membership":{"starts_on":"2026-01-01"},"term":1,"awards":[{"completed_on":"2026-03-01","category":"emc","points":NaN}]}';
  const headers = { 'content-type': 'application/json' };
  const answer = await sello.call('POST', `${API}/programs/${id}/evaluate`, {
    key: council.key,
    headers,
    payload,
  });
  expectRefusal(answer, 400, 'malformed_json');
});

test('rules that count from a day of each membership cannot be tried without that day', async () => {
  const program = await council.program({ rules: { ...RULES, anchor: 'membership' } });
  const path = `/programs/${program.id}/evaluate`;
  const asked = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1 };
  expectRefusal(await council.call('POST', path, asked), 422, 'anchor_missing', /`anchor`/);
});
