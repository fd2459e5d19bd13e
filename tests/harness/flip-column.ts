/** Changes one value of one row directly in the database, as little as its type allows, and restores it. */

import pg from 'pg';
import type { SeededRandom } from './seeded-random.ts';

export type Column = { table: string; name: string; type: string };

/** Undefined if no row has a value. `refused`: the schema rejects the change. */
type Flip = { row: string; undo(): Promise<void> } | 'refused' | undefined;

export type Tamperer = {
  columns(): Promise<Column[]>;
  flip(
    column: Column,
    random: SeededRandom,
    within?: (bytes: Uint8Array) => [from: number, to: number],
    /** SQL condition: only rows that meet it are changed. */
    rows?: string,
  ): Promise<Flip>;
  /** Gives one row a value in a column that is empty in all rows. */
  fill(column: Column): Promise<Flip>;
  /** Runs any statement. */
  run(sql: string, params?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export async function openTamperer(url: string): Promise<Tamperer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await switchGuardsOff(client);
  const run = async (sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows;
  return {
    run,
    async fill({ table, name, type }) {
      const [row] = await run(
        `select ctid::text, "${name}"::text as value from ${table} order by ctid limit 1`,
      );
      if (row === undefined) return undefined;
      const set = (value: unknown, ctid: unknown) =>
        run(
          `update ${table} set "${name}" = $1::text::${type} where ctid = $2::text::tid returning ctid::text`,
          [value, ctid],
        );
      try {
        const [after] = await set(VALUES[type] ?? 'm', row.ctid);
        return {
          row: `${row.value} → ${VALUES[type] ?? 'm'}`,
          undo: async () => void (await set(row.value, after?.ctid)),
        };
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        throw error;
      }
    },

    async columns() {
      const rows = await run(
        `select c.table_name, c.column_name, c.udt_name from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE'
            and not (select relispartition from pg_class where oid = table_name::regclass) order by table_name, ordinal_position`,
      );
      return rows.map((row) => ({
        table: row.table_name as string,
        name: row.column_name as string,
        type: row.udt_name as string,
      }));
    },

    async flip({ table, name, type }, random, within, only = 'true') {
      const column = `"${name}"`;
      // Adds up new rows now; otherwise housekeeping would do so later, and delete the changed row together with them.
      if (table === 'membership_tallies') await run('select add_up_tallies()');
      const rows = await run(
        `select ${table}::text as whole, ${column}::text as value from ${table}
          where ${column} is not null and ${column}::text not in ('', '{}') and ${only} order by ${table}::text`,
      );
      const row = rows[random.below(rows.length)] as { whole: string; value: string } | undefined;
      if (row === undefined) return undefined;
      const changed = change(type, row.value, random, within);
      // Finds the row by its values: its position (ctid) is valid only within a partition, and a changed key moves the
      // row to another partition.
      const set = (value: string, whole: string) =>
        run(
          `update ${table} set ${column} = $1::text::${type} where (tableoid, ctid) =
             (select tableoid, ctid from ${table} where ${table}::text = $2 limit 1) returning ${table}::text as whole`,
          [value, whole],
        );
      try {
        const [after] = await set(changed, row.whole);
        return {
          row: `${row.value.slice(0, 80)} → ${changed.slice(0, 80)}`,
          async undo() {
            const undone = await set(row.value, after?.whole as string);
            if (undone[0]?.whole !== row.whole) throw new Error(`${table}.${name} could not be put back`);
          },
        };
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        throw error;
      }
    },
    close: () => client.end(),
  };
}

/** Whether the schema refused the change: by a constraint (class 23), or because of the type (class 22). */
function isRefusal(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown }).code));
}

/** Values for columns whose type does not accept arbitrary text. */
const VALUES: Readonly<Record<string, string>> = {
  bool: 'true',
  bytea: '\\x6d',
  _text: '{m}',
  int2: '1',
  int4: '1',
  int8: '1',
  numeric: '1',
  date: '2000-01-01',
  timestamptz: '2000-01-01T00:00:00Z',
  jsonb: '{"x":1}',
  json: '{"x":1}',
};

/** Foreign keys and triggers stop mistakes, not tampering: an attacker with the database can switch them off. */
async function switchGuardsOff(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as name, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { name, conname } of rows)
    await client.query(`alter table ${name} drop constraint "${conname}"`);
  for (const table of ['log_queue', 'allowance_reservations', 'anchors', 'calendar_stamps']) {
    await client.query(`alter table ${table} alter column id set generated by default`);
  }
  for (const [table, trigger] of GUARDS)
    await client.query(`alter table ${table} disable trigger ${trigger}`);
}

/** Triggers that would refuse a change, or change more of the row. */
const GUARDS = [
  ['audit_events', 'audit_events_append_only'],
  ['ledger_entries', 'ledger_entries_append_only'],
  ['members', 'members_address_changed'],
  ['members', 'members_were_public'],
  ['renewals', 'renewals_snapshot_fixed'],
] as const;

type Within = ((bytes: Uint8Array) => [from: number, to: number]) | undefined;

function change(type: string, value: string, random: SeededRandom, within: Within): string {
  switch (type) {
    case 'bool':
      return value === 'true' ? 'false' : 'true';
    case 'bytea':
      return `\\x${flipHex(value.slice(2), random, within)}`;
    case '_bytea':
      return changeOne(value, /\\\\x([0-9a-f]+)/g, random, (hex) => flipHex(hex, random, within));
    case 'int2':
    case 'int4':
    case 'numeric':
    case 'float8':
      return String(Number(value) + (random.below(2) === 0 ? 1 : -1));
    case 'int8':
      return String(BigInt(value) + (random.below(2) === 0 ? 1n : -1n));
    case '_int4':
    case '_int8':
      return changeOne(value, /(\d+)/g, random, (number) => String(Number(number) + 1));
    case 'timestamptz':
      return value.replace(/(?:\.(\d+))?([+-]\d\d)$/, (_, fraction = '', zone) => {
        const micros = Number(fraction.padEnd(6, '0')) ^ 1;
        return `.${String(micros).padStart(6, '0')}${zone}`;
      });
    case 'date':
      if (value.endsWith('infinity')) return '2000-01-01';
      return new Date(Date.parse(value) + 86_400_000).toISOString().slice(0, 10);
    case 'jsonb':
    case 'json':
      return changeJson(value);
    default:
      return changeText(value, random);
  }
}

function flipHex(hex: string, random: SeededRandom, within: Within): string {
  const bytes = Buffer.from(hex, 'hex');
  const [from, to] = within?.(bytes) ?? [0, bytes.length];
  const at = from + random.below(to - from);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes.toString('hex');
}

function changeOne(value: string, part: RegExp, random: SeededRandom, to: (part: string) => string): string {
  const parts = [...value.matchAll(part)];
  const chosen = parts[random.below(parts.length)]!;
  const [, inner] = chosen as unknown as [string, string];
  const at = chosen.index + chosen[0].indexOf(inner);
  return value.slice(0, at) + to(inner) + value.slice(at + inner.length);
}

function changeJson(value: string): string {
  const parsed = JSON.parse(value);
  if (Array.isArray(parsed)) return JSON.stringify([...parsed, { code: 'x', message: 'x' }]);
  return JSON.stringify({ ...parsed, x: 1 });
}

/** Replaces one letter or digit by another, never by its other case. */
function changeText(value: string, random: SeededRandom): string {
  const places = [...value].flatMap((char, i) => (/[A-Za-z0-9]/.test(char) ? [i] : []));
  const chars = [...value];
  const at = places[random.below(places.length)] ?? 0;
  chars[at] = /[mM]/.test(chars[at] ?? '') ? 'q' : 'm';
  return chars.join('');
}
