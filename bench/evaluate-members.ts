/** The cost of an evaluation: compared with the SELECT that reads the points, and by itself in the process. */

import pg from 'pg';
import { evaluateAll } from '../rules/src/evaluate.ts';
import type { AwardLine, Term } from '../rules/src/evaluation.ts';
import type { RulesInput } from '../rules/src/rules.ts';
import { termChain } from '../rules/src/terms.ts';
import type { Query } from '../server/src/database/pool.ts';
import { id } from '../server/src/database/row-reader.ts';
import type { MemberId, ProgramId } from '../server/src/kernel/ids.ts';
import { checkedRules } from '../server/src/memberships/programs/checked-rules.ts';
import { EXAMPLE_RULES } from '../server/src/memberships/programs/example-program.ts';
import { readLines } from '../server/src/memberships/standing/pg-lines.ts';
import { count, type Row, ratioRow } from './results.ts';
import { median, spreadOf } from './rounds.ts';
import type { SelloProcess } from './sello-process.ts';
import type { Stage } from './stage.ts';

const MANY = 400;
const FEW = 40;
const TODAY = '2028-12-31';
const LEAVES = ['wow', 'power', 'business', 'working', 'volunteer'];

/** The database must have at least one member and one program. */
export async function measureEvaluations(stage: Stage, sello: SelloProcess): Promise<Row[]> {
  const client = new pg.Client(sello.database);
  await client.connect();
  try {
    return [await againstReading(stage, client), inProcess(stage)];
  } finally {
    await client.end();
  }
}

/** Points spread over the leaves and the days of the term. */
function makeLines(number: number): AwardLine[] {
  return Array.from({ length: number }, (_, i) => ({
    id: `awd_${String(i).padStart(22, '0')}`,
    completed_on: new Date(Date.UTC(2026, 0, 1 + Math.floor((i * 1_090) / number)))
      .toISOString()
      .slice(0, 10),
    category: LEAVES[i % LEAVES.length] ?? '',
    points: 1 + (i % 7) / 4,
  }));
}

function makeTerms(): Term[] {
  const rules = checkedRules(EXAMPLE_RULES as RulesInput);
  return termChain({ rules, starts_on: '2026-01-01', upTo: 1 });
}

async function againstReading(stage: Stage, client: pg.Client): Promise<Row> {
  const { memberId, programId } = await giveLines(client, makeLines(MANY));
  const terms = makeTerms();
  let last: { text: string; params: unknown[] } = { text: '', params: [] };
  const query: Query = async (text, params = []) => {
    last = { text, params: [...params] };
    return (await client.query(text, [...params])).rows;
  };
  const whole = async () => {
    const linesOf = await readLines({ query }, [memberId]);
    return evaluateAll(terms, linesOf(memberId, programId), TODAY);
  };
  const bare = () => client.query(last.text, last.params);
  for (let warmUp = 0; warmUp < 200; warmUp += 1) await whole();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < stage.rounds; round += 1) {
    ours.push(await msEach(whole));
    theirs.push(await msEach(bare));
  }
  const show = (times: readonly number[]) => `${median(times).toFixed(2)} ms`;
  const ratio = spreadOf(ours.map((ms, round) => ms / (theirs[round] ?? ms)));
  const what = `evaluation of a member with ${MANY} awards, read and counted, against the SELECT alone: time`;
  return ratioRow(what, show(ours), show(theirs), ratio, { atMost: 4 });
}

async function msEach(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < 50; i += 1) await work();
  return (performance.now() - start) / 50;
}

/** Gives the lines to the first member, in a transaction that is rolled back when the connection ends. */
async function giveLines(client: pg.Client, lines: readonly AwardLine[]) {
  await client.query('begin');
  const found = await client.query(
    'select m.member_id, m.program_id from memberships m order by m.id limit 1',
  );
  const memberId: MemberId = id('mem', found.rows[0], 'member_id');
  const programId: ProgramId = id('prg', found.rows[0], 'program_id');
  await client.query('delete from ledger_entries where member_id = $1', [memberId]);
  await client.query(
    `insert into ledger_entries (member_id, seq, kind, award_id, lines, completed_on, at, prev_hash, hash)
     select $1, n, 'award', line ->> 'id', json_build_array(json_build_object('program_id', $2::text,
              'category', line ->> 'category', 'points', (line ->> 'points')::numeric)),
            (line ->> 'completed_on')::date, now(), sha256(int8send(n)), sha256(int8send(n + 1))
       from jsonb_array_elements($3::jsonb) with ordinality as lines (line, n)`,
    [memberId, programId, JSON.stringify(lines)],
  );
  return { memberId, programId };
}

/** Measured in processor time, so that other load does not count. */
function inProcess(stage: Stage): Row {
  const [terms, lines] = [makeTerms(), makeLines(FEW)];
  const rates: number[] = [];
  for (let round = -1; round < stage.rounds; round += 1) {
    const before = process.cpuUsage();
    const evaluations = stage.isQuick ? 2_000 : 5_000;
    for (let i = 0; i < evaluations; i += 1) evaluateAll(terms, lines, TODAY);
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round >= 0) rates.push((evaluations * 1_000_000) / (user + system));
  }
  const rate = median(rates);
  return {
    what: `evaluations of a member with ${FEW} awards in the process`,
    sello: `${count(rate)} per core-second`,
    rival: '',
    value: `${count(rate)}/s`,
    target: '≥ 2,000/s',
    outcome: rate >= 2_000 ? 'pass' : 'MISS',
  };
}
