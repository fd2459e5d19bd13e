import { beforeAll, describe, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { type Asked, refusedTwice } from '../../harness/refused-twice.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let ids: { member: string; membership: string; term: string; program: string };
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  const program = await council.program();
  const made = await council.membership({ program, starts_on: '2025-01-01' });
  ids = { member: made.member_id, membership: made.id, term: made.current_term.id, program: program.id };
});

const HEADERS = { 'content-type': 'application/json' };
const send = (method: string, path: string, payload: object | string): Asked => ({
  method,
  path,
  call: { headers: HEADERS, payload: typeof payload === 'string' ? payload : JSON.stringify(payload) },
});

/** Each record with fields of the caller's choice. */
const RECORDS: Record<string, (fields: object) => Asked> = {
  program: (fields) => send('POST', '/programs', { name: 'Consejo', rules: RULES, ...fields }),
  member: (fields) => send('POST', '/members', { given_name: 'Ana', first_surname: 'Luna', ...fields }),
  'new membership': (fields) =>
    send('POST', `/members/${ids.member}/memberships`, { program_id: ids.program, ...fields }),
  membership: (fields) => send('PATCH', `/memberships/${ids.membership}`, fields),
  course: (fields) => send('POST', '/courses', { title: 'Congreso', starts_on: '2026-01-01', ...fields }),
  award: (fields) => send('POST', '/awards', { ...award(), ...fields }),
};

const award = () => ({
  member_id: ids.member,
  activity: { title: 'Artículo' },
  completed_on: '2026-01-01',
  points: [{ category: 'emc', points: 1 }],
});

describe('points', () => {
  /** The number as it is written in the JSON text. */
  const PLACES: Record<string, { field: string; ask: (number: string) => Asked; least: RegExp }> = {
    'an award': {
      field: '`points[0].points`',
      ask: (number) =>
        send('POST', '/awards', JSON.stringify(award()).replace('"points":1', `"points":${number}`)),
      least: /greater than 0/,
    },
    'a course': {
      field: '`points[0].points`',
      ask: (number) =>
        send(
          'POST',
          '/courses',
          `{"title":"a","starts_on":"2026-01-01","points":[{"category":"emc","points":${number}}]}`,
        ),
      least: /greater than 0/,
    },
    'a waiver': {
      field: '`min_points`',
      ask: (number) =>
        send('PUT', `/terms/${ids.term}/waivers/total`, `{"reason":"x","min_points":${number}}`),
      least: /at least 0/,
    },
  };

  test.for(Object.entries(PLACES))(
    'of %s are a number with at most two decimals and within the limit',
    async ([, place]) => {
      for (const [number, words] of [
        ['0.005', /two decimals/],
        ['1e9', /at most 100000/],
        ['"10"', /as number/],
        ['"NaN"', /as number/],
        ['null', /as number/],
        ['-1', place.least],
      ] as const) {
        const { en } = await refusedTwice(council, place.ask(number), { names: place.field });
        expect(en).toMatch(words);
      }
      await refusedTwice(council, place.ask('NaN'), { status: 400, error: 'malformed_json', names: 'JSON' });
    },
  );

  test('0 is refused for an award and a course, but allowed as the minimum of a waiver', async () => {
    for (const name of ['an award', 'a course'])
      await refusedTwice(council, PLACES[name]!.ask('0'), { names: '`points[0].points`' });
    await council.must('PUT', `/terms/${ids.term}/waivers/total`, { reason: 'x', min_points: 0 });
  });

  test('of a roster are refused only in their own row, which is named', async () => {
    const course = await council.must('POST', '/courses', {
      title: 'Curso',
      starts_on: '2026-01-01',
      points: [{ category: 'emc', points: 10 }],
    });
    await council.must('POST', `/courses/${course.course.id}/accredit`, {});
    const bad = [0.005, 1e9, '1,5', 'NaN', -1, 0, true, []];
    const rows = [
      ...bad.map((points) => ({ member_id: ids.member, points })),
      { member_id: ids.member, points: '10' },
    ];
    for (const [language, words] of [
      ['en', 'must be'],
      ['es', 'debe ser'],
    ] as const) {
      const { body } = await council.call(
        'POST',
        `/courses/${course.course.id}/rosters`,
        { rows, dry_run: true },
        { headers: { 'accept-language': language } },
      );
      expect(body.roster.summary).toEqual({ rows: 9, created: 1, duplicate: 0, rejected: 8 });
      for (const [index, problem] of body.roster.problems.entries()) {
        expect(problem).toMatchObject({ row: index + 1, error: 'validation_failed' });
        expect(problem.message).toContain(`\`points\` ${words}`);
      }
    }
  });
});

describe('days', () => {
  const PLACES: Record<string, [field: string, ask: (day: string) => Asked]> = {
    'the start of a course': ['starts_on', (starts_on) => RECORDS.course!({ starts_on })],
    'the end of a course': ['ends_on', (ends_on) => RECORDS.course!({ ends_on })],
    'the completion of an award': ['completed_on', (completed_on) => RECORDS.award!({ completed_on })],
    'the start of a membership': ['starts_on', (starts_on) => RECORDS['new membership']!({ starts_on })],
    'the changed start of a membership': ['starts_on', (starts_on) => RECORDS.membership!({ starts_on })],
    'the first day of a member': ['member_since', (member_since) => RECORDS.member!({ member_since })],
    'an extension': ['until', (until) => send('POST', `/terms/${ids.term}/extend`, { until, reason: 'x' })],
    'a suspension': ['on', (on) => send('POST', `/members/${ids.member}/suspend`, { on })],
    'an evaluation': ['on', (on) => ({ method: 'GET', path: `/terms/${ids.term}?on=${on}` })],
    'a filter of members': [
      'term_ends_before',
      (day) => ({ method: 'GET', path: `/members?term_ends_before=${day}` }),
    ],
    'a filter of awards': [
      'completed_after',
      (day) => ({ method: 'GET', path: `/awards?completed_after=${day}` }),
    ],
    'a filter of courses': [
      'starts_after',
      (day) => ({ method: 'GET', path: `/courses?starts_after=${day}` }),
    ],
  };

  test.for(Object.entries(PLACES))('%s must be an existing day without a time', async ([, [field, ask]]) => {
    for (const day of ['2023-02-29', '2026-01-01T00:00:00Z', '0000-01-01', '2026-1-1', '01/02/2026', '']) {
      const { en, es } = await refusedTwice(council, ask(day), { names: `\`${field}\`` });
      expect(en, day).toContain('for example 2026-01-31');
      expect(es, day).toContain('por ejemplo 2026-01-31');
    }
  });

  test('the anchor of rules must be an existing day too', async () => {
    for (const anchor of ['2023-02-29', '2026-01-01T00:00:00Z', '0000-01-01', '2026-1-1']) {
      const asked = RECORDS.program!({ rules: { ...RULES, anchor } });
      await refusedTwice(council, asked, { error: 'invalid_rules', names: 'rules.anchor' });
    }
  });
});

describe.for(Object.entries(RECORDS))('%s', ([, ask]) => {
  test('metadata has at most 50 keys of 1 to 40 characters, with texts of at most 500', async () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'x']));
    for (const [metadata, names, words] of [
      [keys, '`metadata`', /50 keys/],
      [{ ['x'.repeat(41)]: 'x' }, '`metadata`', /40 characters/],
      [{ '': 'x' }, '`metadata`', /1 to 40/],
      [{ a: 'x'.repeat(501) }, '`metadata.a`', /500 characters/],
      [{ a: 1 }, '`metadata.a`', /as string/],
      [{ 'a/b': 1 }, '`metadata.a/b`', /as string/],
      [[], '`metadata`', /as object/],
    ] as const) {
      expect((await refusedTwice(council, ask({ metadata }), { names })).en).toMatch(words);
    }
  });

  test('external_id must be one line of 1 to 100 characters that is not blank', async () => {
    for (const [external_id, words] of [
      ['x'.repeat(101), /100 characters/],
      ['', /empty/],
      ['   ', /blank/],
      ['a\nb', /U\+000A/],
      [5, /as string/],
    ] as const) {
      const { en } = await refusedTwice(council, ask({ external_id }), { names: '`external_id`' });
      expect(en).toMatch(words);
    }
  });
});

describe('ids', () => {
  const KINDS = [
    'programs',
    'members',
    'memberships',
    'terms',
    'courses',
    'awards',
    'rosters',
    'imports',
    'renewals',
  ];

  test.for(KINDS)('of another kind, malformed or of nobody are all unknown to /%s', async (kind) => {
    const others = [ids.member, ids.program, ids.term].filter(
      (id) => !kind.startsWith(KIND_OF[id.slice(0, 3)]!),
    );
    const said = new Set<string>();
    for (const id of [...others, 'x', `mem_${'0'.repeat(22)}`, `${ids.member}x`]) {
      const asked = { method: 'GET', path: `/${kind}/${id}` };
      const { es } = await refusedTwice(council, asked, { status: 404, error: 'not_found', names: '' });
      said.add(es);
    }
    expect(said.size).toBe(1);
  });

  const KIND_OF: Record<string, string> = { mem: 'members', prg: 'programs', trm: 'terms' };

  test('of another kind in a body are unknown too', async () => {
    for (const asked of [
      send('POST', '/awards', { ...award(), member_id: ids.program }),
      send('POST', '/awards', { ...award(), activity: undefined, points: undefined, course_id: ids.member }),
      send('POST', `/members/${ids.member}/memberships`, { program_id: ids.member }),
      send('POST', `/members/${ids.member}/merge`, { into: ids.program, reason: 'x' }),
      RECORDS.course!({ points: [{ program_id: ids.member, category: 'emc', points: 1 }] }),
    ])
      await refusedTwice(council, asked, { status: 404, error: 'not_found', names: '' });
  });
});

describe.for([
  ['members', 'mem', 'stauts', 'status'],
  ['memberships', 'mbs', 'standnig', 'standing'],
  ['awards', 'awd', 'member', 'member_id'],
  ['courses', 'crs', 'follio', 'folio'],
  ['programs', 'prg', 'statu', 'status'],
  ['renewals', 'rnw', 'membershipid', 'membership_id'],
  ['rosters', 'rst', 'courseid', 'course_id'],
] as const)('GET /%s', ([list, prefix, misspelt, meant]) => {
  test('limit, offset and after are refused by name if they are out of range', async () => {
    for (const [query, names, words] of [
      ['limit=0', '`limit`', /at least 1/],
      ['limit=101', '`limit`', /at most 100/],
      ['limit=x', '`limit`', /as an integer/],
      ['limit=1&limit=2', '`limit`', /once/],
      ['offset=10001', '`offset`', /at most 10000/],
      ['offset=-1', '`offset`', /at least 0/],
      [`after=${prefix}_${'0'.repeat(22)}&offset=0`, '`after`', /`offset` exclude each other/],
      ['after=x', '`after`', new RegExp(`${prefix}_`)],
    ] as const) {
      const { en } = await refusedTwice(council, { method: 'GET', path: `/${list}?${query}` }, { names });
      expect(en).toMatch(words);
    }
  });

  test(`the parameter ${misspelt} is not known, and ${meant} is the nearest`, async () => {
    const asked = { method: 'GET', path: `/${list}?${misspelt}=x` };
    const { en, es } = await refusedTwice(council, asked, { names: `\`${misspelt}\`` });
    expect(en).toContain(`\`${meant}\``);
    expect(es).toContain(`\`${meant}\``);
  });
});
