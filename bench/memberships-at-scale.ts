/** A hundred times more members must cost a caller next to nothing. */

import { requestHead } from './load.ts';
import { count, type Row, ratioRow } from './results.ts';
import { alternate, compare, median, type Sample, type Side } from './rounds.ts';
import { type SeededCouncil, seededId } from './seed-council.ts';
import type { Stage } from './stage.ts';

const MOST_SLOWER = { atMost: 1.5 };
/** How many different records are read in turn. */
const DIFFERENT = 400;

export async function measureAtScale(
  stage: Stage,
  small: SeededCouncil,
  large: SeededCouncil,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, targets, mostMs } of readings()) {
    const turns = { rounds: stage.rounds, warmUp: { requests: 20 } };
    const sides = { few: sideOf(stage, small, targets), many: sideOf(stage, large, targets) };
    const { few, many } = await alternate(stage.load, turns, sides);
    const named = `${what} among ${count(large.members)}, against ${count(small.members)}: processor time`;
    rows.push(ratioRow(named, describe(many), describe(few), compare(many, few, cpuUs), MOST_SLOWER));
    if (mostMs !== undefined) rows.push(timeRow(`${what} among ${count(large.members)}`, many, mostMs));
    process.stderr.write(`  ${what}: ${describe(many)} against ${describe(few)}\n`);
  }
  return rows;
}

type Reading = { what: string; targets(council: SeededCouncil): string[]; mostMs?: number };

function readings(): Reading[] {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return [
    { what: 'a membership with its standing', targets: (council) => spread(council, 'mbs', '/memberships/') },
    {
      what: 'the evaluation of a member with 18 approved awards',
      targets: (council) => spread(council, 'trm', '/terms/'),
      mostMs: 20,
    },
    // Nearly all of ten thousand members match these filters, and more are never counted: both sides count about as
    // many.
    ...pages('standing=current', 100),
    ...pages('met=true'),
    ...pages(`term_ends_before=${day(900)}`),
    ...pages(`term_ends_after=${day(30)}`),
    ...['name', 'member_number', 'valid_until'].flatMap((sort) => pages(`sort=${sort}`)),
  ];
}

function pages(filter: string, mostMs?: number): Reading[] {
  const list = `/members?${filter}&limit=20`;
  return [
    {
      what: `members with ${filter}, first page`,
      targets: () => [list],
      ...(mostMs !== undefined && { mostMs }),
    },
    { what: `members with ${filter}, last page`, targets: () => [`${list}&after=${seededId('mem', 20)}`] },
  ];
}

/** Spread evenly over all of them, in an unrelated order. */
function spread({ members }: SeededCouncil, prefix: string, path: string): string[] {
  const step = Math.floor(members / DIFFERENT);
  return Array.from(
    { length: DIFFERENT },
    (_, i) => `${path}${seededId(prefix, ((i * 157) % DIFFERENT) * step)}`,
  );
}

function sideOf(stage: Stage, council: SeededCouncil, targets: Reading['targets']): Side {
  const { sello } = council;
  const headers = { authorization: `Bearer ${sello.key}` };
  return {
    pid: sello.pid,
    postmasterPid: sello.postmasterPid,
    plan: {
      port: sello.port,
      connections: 1,
      until: { requests: stage.isQuick ? 20 : 40 },
      heads: targets(council).map((path) => requestHead('GET', `/api/public/v1${path}`, headers)),
    },
  };
}

const p50 = ({ p50Ms }: Sample) => p50Ms;
/** Processor time of server and database together, independent of other load on the machine. */
const cpuUs = ({ nodeUs, postgresUs }: Sample) => nodeUs + postgresUs;

function describe(samples: readonly Sample[]): string {
  const middle = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return `p50 ${middle(p50).toFixed(1)} ms · node ${count(middle(({ nodeUs }) => nodeUs))} µs · pg ${count(middle(({ postgresUs }) => postgresUs))} µs`;
}

function timeRow(what: string, samples: readonly Sample[], mostMs: number): Row {
  const ms = median(samples.map(p50));
  return {
    what: `${what}: p50`,
    sello: describe(samples),
    rival: '',
    value: `${ms.toFixed(1)} ms`,
    target: `≤ ${mostMs} ms`,
    outcome: ms <= mostMs ? 'pass' : 'MISS',
  };
}
