/** Witnesses and their cosignatures in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { toCheckpoint } from '../pg-checkpoints.ts';
import type { CosignatureStore, WitnessProblem, WitnessState } from './ports.ts';

/** The most cosignatures in a note. Readers must accept 16 signatures, of which one is the log's own. */
const MOST_LINES = 15;
/** If there is no quorum for this long, a problem is reported. Even a slow witness needs less time. */
const QUORUM_AFTER_MS = 5 * 60_000;

const NAME = `
  with named as (
    insert into cosigners (vkey, is_asked) select vkey, true from unnest($1::text[]) as vkey
    on conflict (vkey) do update set is_asked = true
  )
  update cosigners set is_asked = false where is_asked and vkey <> all ($1::text[])`;

const STANDING = `
  select c.failures, c.next_try_at,
         coalesce((select max(size) from cosignatures where cosigner = c.vkey), 0) as size
    from cosigners c where c.vkey = $1`;

const KEEP = `
  with heard as (
    update cosigners set failures = 0, failure_code = null, failure_message = null, next_try_at = null
     where vkey = $2
  )
  insert into cosignatures (size, cosigner, line, cosigned_at) values ($1, $2, $3, $4)
  on conflict do nothing`;

const MARK_FAILED = `
  update cosigners set failures = failures + 1, failure_code = $2, failure_message = $3, next_try_at = $4
   where vkey = $1`;

const CHECKPOINT = 'c.size, c.root, c.note, c.created_at';

/**
 * Selects sizes that enough of the current witnesses have cosigned. It reads no size above the largest that so many
 * witnesses have reached. So if a witness was unreachable for a year, nobody has to read the sizes of that year.
 */
const WITNESSED = `
  select s.size from cosignatures s join cosigners c on c.vkey = s.cosigner and c.is_asked
   where s.size <= (
           select reached from (
             select (select max(size) from cosignatures where cosigner = asked.vkey) as reached
               from cosigners asked where asked.is_asked
           ) each
            where reached is not null order by reached desc offset $1::integer - 1 limit 1)`;
const ENOUGH = 'group by s.size having count(*) >= $1::integer';

const WITNESSED_OVER = `
  select ${CHECKPOINT} from checkpoints c
   where c.size = (${WITNESSED} and s.size > $2 ${ENOUGH} order by s.size limit 1)`;

const NEWEST_WITNESSED = `
  select ${CHECKPOINT} from checkpoints c
   where c.size = (${WITNESSED} ${ENOUGH} order by s.size desc limit 1)`;

const LINES = `
  select s.line, c.is_asked from cosignatures s join cosigners c on c.vkey = s.cosigner
   where s.size = $1 order by s.cosigner limit $2`;

const STATES = `
  select c.vkey, c.failure_code, c.failure_message, coalesce(s.size, 0) as size, s.cosigned_at
    from cosigners c
    left join lateral (
      select size, cosigned_at from cosignatures where cosigner = c.vkey order by size desc limit 1
    ) s on true
   where c.is_asked order by c.vkey`;

/** The first checkpoint after the newest witnessed one, if it has waited since before this time. */
const UNWITNESSED = `
  select size, created_at from checkpoints
   where size > coalesce((${WITNESSED} ${ENOUGH} order by s.size desc limit 1), 0)
     and exists (select from cosigners where is_asked)
   order by size limit 1`;

export function makeCosignatureStore(database: Database, quorum: number): CosignatureStore {
  return { quorum, ...cosigners(database), ...cosigned(database, quorum), ...reports(database, quorum) };
}

/** The witnesses to ask, and their state. */
function cosigners(database: Database): Pick<CosignatureStore, 'name' | 'standing' | 'keep' | 'markFailed'> {
  return {
    async name(vkeys) {
      await database.query(NAME, [vkeys], 'name-cosigners');
    },

    async standing(vkey) {
      const row = read.firstRow(await database.query(STANDING, [vkey], 'cosigner-standing'));
      return {
        size: read.number(row, 'size'),
        failures: read.number(row, 'failures'),
        nextTryAt: read.optionalDate(row, 'next_try_at'),
      };
    },

    async keep(size, vkey, line, cosignedAt) {
      await database.query(KEEP, [size, vkey, line, cosignedAt], 'keep-cosignature');
    },

    async markFailed(vkey, code, message, nextTryAt) {
      await database.query(MARK_FAILED, [vkey, code, message, nextTryAt], 'cosigner-failed');
    },
  };
}

/** Reads checkpoints and who has cosigned them. */
function cosigned(
  database: Database,
  quorum: number,
): Pick<CosignatureStore, 'of' | 'witnessedOver' | 'newestWitnessed'> {
  return {
    async of(size) {
      const rows = await database.query(LINES, [size, MOST_LINES], 'cosignatures-of');
      const counted = rows.filter((row) => read.boolean(row, 'is_asked')).length;
      return {
        lines: rows.map((row) => read.text(row, 'line')),
        isWitnessed: quorum > 0 && counted >= quorum,
      };
    },

    async witnessedOver(leafIndex) {
      if (quorum === 0) return undefined;
      const [row] = await database.query(WITNESSED_OVER, [quorum, leafIndex], 'witnessed-over');
      return row && toCheckpoint(row);
    },

    async newestWitnessed() {
      if (quorum === 0) return undefined;
      const [row] = await database.query(NEWEST_WITNESSED, [quorum], 'newest-witnessed');
      return row && toCheckpoint(row);
    },
  };
}

/** Reports for operators. */
function reports(database: Database, quorum: number): Pick<CosignatureStore, 'states' | 'problems'> {
  const states = async () => (await database.query(STATES, [], 'cosigner-states')).map(toState);
  return {
    states,
    async problems(now) {
      const told = (await states()).flatMap(({ witness, problem }): WitnessProblem[] =>
        problem === undefined ? [] : [{ witness, ...problem }],
      );
      return [...told, ...(await missingQuorum(database, quorum, now))];
    },
  };
}

function toState(row: Row): WitnessState {
  const code = read.optionalText(row, 'failure_code');
  return {
    witness: read.text(row, 'vkey').split('+', 1)[0] ?? '',
    size: read.number(row, 'size'),
    cosignedAt: read.optionalDate(row, 'cosigned_at'),
    problem:
      code === undefined ? undefined : { code, message: read.optionalText(row, 'failure_message') ?? '' },
  };
}

async function missingQuorum(database: Database, quorum: number, now: Date): Promise<WitnessProblem[]> {
  if (quorum === 0) return [];
  const [row] = await database.query(UNWITNESSED, [quorum], 'unwitnessed');
  const since = row && read.optionalDate(row, 'created_at');
  if (row === undefined || since === undefined || now.getTime() - since.getTime() < QUORUM_AFTER_MS)
    return [];
  const message = `checkpoints since ${since.toISOString()} (from ${read.number(row, 'size')} leaves on) lack the cosignatures of ${quorum} witnesses`;
  return [{ witness: 'quorum', code: 'quorum_missing', message }];
}
