/** The second product: rosters, evaluations, and both among a million members. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { forgetPeakMemory, readMemoryMb, readPeakMemoryMb } from './cpu-time.ts';
import { measureEvaluations } from './evaluate-members.ts';
import { measureAtScale } from './memberships-at-scale.ts';
import { count, type Row, ratioRow, sizeRow } from './results.ts';
import { median, spreadOf } from './rounds.ts';
import { type SeededCouncil, seedCouncil, seededMemberNumber } from './seed-council.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';

const ROWS = 10_000;

export async function measureMemberships(stage: Stage): Promise<Row[]> {
  const alone = await stage.withSello(async (sello) => [
    ...(await measureRosters(stage, sello)),
    ...(await measureEvaluations(stage, sello)),
  ]);
  const [few, many] = stage.isQuick ? [10_000, 50_000] : [10_000, 1_000_000];
  const atScale = await stage.withSello(async (sello) => {
    const small = await seedCouncil(sello, await makeProgram(sello), few);
    return stage.withSello(async (other) => {
      const large = await seedCouncil(other, await makeProgram(other), many);
      return [
        ...(await measureAtScale(stage, small, large)),
        ...(await measureRostersAtScale(stage, small, large)),
      ];
    });
  });
  return [...alone, ...atScale];
}

async function measureRosters(stage: Stage, sello: SelloProcess): Promise<Row[]> {
  const council = await makeCouncil(sello, ROWS);
  const database = new pg.Client(sello.database);
  await database.connect();
  try {
    await postRoster(sello, await newCourse(sello, council), allNumbers());
    await forgetPeakMemory(sello.pid);
    const before = await readMemoryMb(sello.pid);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < stage.rounds; round += 1) {
      ours.push(await postRoster(sello, await newCourse(sello, council), allNumbers()));
      bare.push(await copyRows(database, sello, await newCourse(sello, council), ROWS));
    }
    const grown = (await readPeakMemoryMb(sello.pid)) - before;
    const ratios = ours.map((ms, round) => (bare[round] ?? 0) / ms);
    const what = `roster of ${count(ROWS)} rows, against COPY and INSERT … SELECT of the same: rows/s`;
    return [
      ratioRow(what, rateOf(ours), rateOf(bare), spreadOf(ratios), { atLeast: 0.3 }),
      sizeRow(`memory for a roster of ${count(ROWS)} rows`, grown, 60),
    ];
  } finally {
    await database.end();
  }
}

export async function measureRostersAtScale(
  stage: Stage,
  small: SeededCouncil,
  large: SeededCouncil,
): Promise<Row[]> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
  const sides = { few: small, many: large };
  for (let round = -1; round < stage.rounds; round += 1) {
    for (const side of ['few', 'many'] as const) {
      const { sello, members, programId } = sides[side];
      const numbers = Array.from({ length: ROWS }, (_, i) => seededMemberNumber((i * members) / ROWS));
      const ms = await postRoster(sello, await newCourse(sello, { programId }), numbers);
      // The first round warms up.
      if (round >= 0) times[side].push(ms);
    }
  }
  const what = `roster of ${count(ROWS)} rows among ${count(large.members)} members, against ${count(small.members)}: time`;
  const ratios = times.many.map((ms, round) => ms / (times.few[round] ?? ms));
  const slowest = median(times.many);
  return [
    ratioRow(what, rateOf(times.many), rateOf(times.few), spreadOf(ratios), { atMost: 1.5 }),
    {
      what: `roster of ${count(ROWS)} rows among ${count(large.members)} members`,
      sello: rateOf(times.many),
      rival: '',
      value: `${count(slowest)} ms`,
      target: '≤ 5,000 ms',
      outcome: slowest <= 5_000 ? 'pass' : 'MISS',
    },
  ];
}

function rateOf(times: readonly number[]): string {
  return `${count((ROWS * 1_000) / median(times))} rows/s · ${count(median(times))} ms`;
}

type Council = { programId: string };

async function ask(sello: SelloProcess, path: string, payload: object | string): Promise<unknown> {
  const isTable = typeof payload === 'string';
  const answer = await fetch(`http://127.0.0.1:${sello.port}/api/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sello.key}`,
      'content-type': isTable ? 'text/csv' : 'application/json',
    },
    body: isTable ? payload : JSON.stringify(payload),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** The program by whose rules the points of seeded memberships are counted. */
async function makeProgram(sello: SelloProcess): Promise<string> {
  const rules = {
    term_months: 36,
    grace_days: 60,
    categories: [{ code: 'emc', name: 'EMC' }],
    requirements: [{ code: 'total', min_points: 50, period: 'term' }],
  };
  const { program } = (await ask(sello, '/programs', { name: 'Consejo', rules })) as {
    program: { id: string };
  };
  await ask(sello, `/programs/${program.id}/activate`, {});
  return program.id;
}

async function makeCouncil(sello: SelloProcess, members: number): Promise<Council> {
  const programId = await makeProgram(sello);
  const lines = Array.from({ length: members }, (_, i) => `${numberOf(i)},Ana,Luna,${programId},2025-01-01`);
  const header = 'member_number,given_name,first_surname,program_id,starts_on';
  await ask(sello, '/members/import', [header, ...lines].join('\n'));
  return { programId };
}

function numberOf(index: number): string {
  return `N${String(index).padStart(6, '0')}`;
}

async function newCourse(sello: SelloProcess, { programId }: Council): Promise<string> {
  const points = [{ program_id: programId, category: 'emc', points: 1 }];
  const course = { title: 'Curso', starts_on: '2026-01-10', points };
  const made = (await ask(sello, '/courses', course)) as { course: { id: string } };
  await ask(sello, `/courses/${made.course.id}/accredit`, {});
  return made.course.id;
}

function allNumbers(): string[] {
  return Array.from({ length: ROWS }, (_, i) => numberOf(i));
}

async function postRoster(
  sello: SelloProcess,
  courseId: string,
  numbers: readonly string[],
): Promise<number> {
  const table = ['member_number,attendance_percent', ...numbers.map((number) => `${number},90`)];
  const start = performance.now();
  await ask(sello, `/courses/${courseId}/rosters`, table.join('\n'));
  return performance.now() - start;
}

/** The cheapest way to store the same: rows are staged by COPY, joined with the members, and written to four tables. */
async function copyRows(
  database: pg.Client,
  { accountId }: SelloProcess,
  courseId: string,
  rows: number,
): Promise<number> {
  const posting = courseId.replace('crs_', 'rst_');
  const lines = Array.from({ length: rows }, (_, i) => `${i + 1}\t${numberOf(i)}\t9000\n`);
  const start = performance.now();
  await database.query('begin');
  await database.query(
    'create temporary table staged (n integer, number text, attendance bigint) on commit drop',
  );
  await pipeline(Readable.from([lines.join('')]), database.query(copyFrom('copy staged from stdin')));
  await database.query(
    `with made as (
       insert into awards (id, account_id, livemode, member_id, course_id, role, completed_on, attendance_percent, points,
                           status, posting_id, created_at, updated_at)
       select 'awd_' || substr(md5($2 || s.n), 1, 22), $1, true, m.id, $2, 'attendee', c.starts_on, s.attendance,
              c.points, 'pending', $3, now(), now()
         from staged s join members m on m.account_id = $1 and m.livemode and m.member_number = s.number
         join courses c on c.id = $2
       returning id, points
     )
     insert into award_lines (program_id, category, award_id)
     select line ->> 'program_id', line ->> 'category', made.id from made, jsonb_array_elements(made.points) as line`,
    [accountId, courseId, posting],
  );
  await database.query(
    `insert into postings (id, account_id, livemode, kind, course_id, status, rows, created, duplicate, rejected, columns,
                           created_at, updated_at)
     values ($3, $1, true, 'roster', $2, 'completed', $4, $4, 0, 0, '{member_number,attendance_percent}', now(), now())`,
    [accountId, courseId, posting, rows],
  );
  await database.query(
    `insert into posted_rows (posting_id, number, status, record_id, sealed)
     select $1, n, 'created', 'awd_' || substr(md5($2 || n), 1, 22), repeat('x', 120) from staged`,
    [posting, courseId],
  );
  await database.query('commit');
  return performance.now() - start;
}
