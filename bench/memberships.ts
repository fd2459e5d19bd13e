/** A roster of ten thousand rows against the same rows copied and inserted bare, on the same database. */

import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { count, type Row, ratioRow, sizeRow } from './results.ts';
import { median, spreadOf } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';

export async function measureMemberships(stage: Stage): Promise<Row[]> {
  return stage.withSello(async (sello) => {
    const rows = 10_000;
    const council = await makeCouncil(sello, rows);
    const database = new pg.Client(sello.database);
    await database.connect();
    try {
      await postRoster(sello, await newCourse(sello, council), rows);
      await forgetPeak(sello.pid);
      const before = await statusMb(sello.pid, 'VmRSS');
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < stage.rounds; round += 1) {
        ours.push(await postRoster(sello, await newCourse(sello, council), rows));
        bare.push(await copyRows(database, sello, await newCourse(sello, council), rows));
      }
      const grown = (await statusMb(sello.pid, 'VmHWM')) - before;
      const ratios = ours.map((ms, round) => (bare[round] ?? 0) / ms);
      const rate = (times: readonly number[]) => `${count((rows * 1_000) / median(times))} rows/s`;
      return [
        ratioRow(
          `roster of ${count(rows)} rows, against COPY and INSERT … SELECT of the same: rows/s`,
          `${rate(ours)} · ${count(median(ours))} ms`,
          `${rate(bare)} · ${count(median(bare))} ms`,
          spreadOf(ratios),
          { atLeast: 0.3 },
        ),
        sizeRow(`memory for a roster of ${count(rows)} rows`, grown, 60),
      ];
    } finally {
      await database.end();
    }
  });
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

async function makeCouncil(sello: SelloProcess, members: number): Promise<Council> {
  const rules = {
    term_months: 36,
    categories: [{ code: 'emc', name: 'EMC' }],
    requirements: [{ code: 'total', min_points: 60, period: 'term' }],
  };
  const { program } = (await ask(sello, '/programs', { name: 'Consejo', rules })) as {
    program: { id: string };
  };
  await ask(sello, `/programs/${program.id}/activate`, {});
  const lines = Array.from({ length: members }, (_, i) => `${numberOf(i)},Ana,Luna,${program.id},2025-01-01`);
  const header = 'member_number,given_name,first_surname,program_id,starts_on';
  await ask(sello, '/members/import', [header, ...lines].join('\n'));
  return { programId: program.id };
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

async function postRoster(sello: SelloProcess, courseId: string, rows: number): Promise<number> {
  const table = [
    'member_number,attendance_percent',
    ...Array.from({ length: rows }, (_, i) => `${numberOf(i)},90`),
  ];
  const start = performance.now();
  await ask(sello, `/courses/${courseId}/rosters`, table.join('\n'));
  return performance.now() - start;
}

/** The least that stores the same: staged by COPY, joined with the members, written to the four tables. */
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

/** The peak of importing the members is not that of a roster. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024;
}
