/** Chains in PostgreSQL: which of them witness the log, their facts, and their problems. */

import type { Turn } from '../database/duties.ts';
import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { CHAIN_TRUSTS } from './chain-driver.ts';
import type { AnchorReads, AnchorStore, HeldAnchors, ToldProblem } from './ports.ts';

/**
 * How long a chain may be unchecked. A worker checks its chains every minute, or at the latest after a slow round and
 * its longest pause. If no worker has checked it for this long, none is running.
 */
const STALE_AFTER_MS = 5 * 60_000;

const SET_WITNESSES = `
  with named as (
    insert into log_witnesses (livemode, network) values (true, $1), (false, $2)
    on conflict (livemode) do update set network = excluded.network
    returning network
  )
  insert into chain_problems (network, problems, seen_at) select distinct network, '[]'::jsonb, $3::timestamptz from named
  on conflict (network) do nothing`;

const REMEMBER_CHAIN = `
  insert into chains (network, trust, finality, head_number, seen_at)
  select $1, $2, $3, $4, $5 where holds_duty($6, $7)
  on conflict (network) do update set trust = excluded.trust, finality = excluded.finality,
    head_number = excluded.head_number, seen_at = excluded.seen_at`;

const TELL_PROBLEMS = `
  insert into chain_problems (network, problems, seen_at) select $1, $2, $3 where holds_duty($4, $5)
  on conflict (network) do update set problems = excluded.problems, seen_at = excluded.seen_at`;

const CLEAR_PROBLEMS = `update chain_problems set problems = '[]', seen_at = $2 where network = $1`;

const PROBLEMS = `
  select c.network, case when c.network in (select network from log_witnesses) then c.seen_at end as seen_at, p.code, p.message
    from chain_problems c left join jsonb_to_recordset(c.problems) as p (code text, message text) on true
   where c.network in (select network from log_witnesses) or c.network like 'bip122:%' order by c.network, p.code`;

/** Stores what the operator's settings say about chains. Every process that starts stores the same. */
export function configuredChains(database: Database): Pick<AnchorStore, 'setWitnesses' | 'clearProblems'> {
  return {
    async setWitnesses(live, test, now) {
      await database.query(SET_WITNESSES, [live, test, now], 'set-witnesses');
    },

    async clearProblems(network, now) {
      await database.query(CLEAR_PROBLEMS, [network, now], 'clear-problems');
    },
  };
}

export function chainNotes(
  database: Database,
  turn: Turn,
): Pick<HeldAnchors, 'rememberChain' | 'tellProblems'> {
  const held = [turn.duty, turn.number];
  return {
    async rememberChain({ network, trust, finality }, headNumber, now) {
      const facts = [network, trust, finality, headNumber, now];
      await database.query(REMEMBER_CHAIN, [...facts, ...held], 'remember-chain');
    },

    async tellProblems(network, problems, now) {
      await database.query(TELL_PROBLEMS, [network, JSON.stringify(problems), now, ...held], 'tell-problems');
    },
  };
}

export function chainReads(database: Database): Pick<AnchorReads, 'chain' | 'problems'> {
  return {
    async chain(network) {
      const [row] = await database.query(
        'select network, trust, finality from chains where network = $1',
        [network],
        'chain',
      );
      return (
        row && {
          network: read.text(row, 'network'),
          trust: read.oneOf(row, 'trust', CHAIN_TRUSTS),
          finality: read.text(row, 'finality'),
        }
      );
    },

    async problems(now) {
      const rows = await database.query(PROBLEMS, [], 'chain-problems');
      const told = rows.filter(({ code }) => code !== null).map(toProblem);
      return [...told, ...staleChains(rows, now)];
    },
  };
}

/** The chains that witness the log but that no worker checks, because none is running or none can open them. */
function staleChains(rows: readonly Row[], now: Date): (ToldProblem & { network: string })[] {
  const witnesses = rows.filter((row) => row.seen_at !== null);
  const seen = new Map(witnesses.map((row) => [read.text(row, 'network'), read.date(row, 'seen_at')]));
  return [...seen]
    .filter(([, seenAt]) => now.getTime() - seenAt.getTime() > STALE_AFTER_MS)
    .map(([network, seenAt]) => ({
      network,
      code: 'anchor_stale',
      message: `nobody has looked after this chain since ${seenAt.toISOString()}; is a worker running?`,
    }));
}

function toProblem(row: Row): ToldProblem & { network: string } {
  return {
    network: read.text(row, 'network'),
    code: read.text(row, 'code'),
    message: read.text(row, 'message'),
  };
}
