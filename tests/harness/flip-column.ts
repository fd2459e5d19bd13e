/** Changes one value of one row behind everybody's back, as little as its type allows, and puts it back. */

import pg from 'pg';
import type { SeededRandom } from './seeded-random.ts';

export type Column = { table: string; name: string; type: string };

/** Undefined where no row has a value. `refused`: the schema itself does not take the change. */
export type Flip = { row: string; undo(): Promise<void> } | 'refused' | undefined;

export type Tamperer = {
  columns(): Promise<Column[]>;
  flip(
    column: Column,
    random: SeededRandom,
    within?: (bytes: Uint8Array) => [from: number, to: number],
  ): Promise<Flip>;
  /** Runs any statement with triggers and foreign keys switched off. */
  run(sql: string, params?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export async function openTamperer(url: string): Promise<Tamperer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  const run = async (sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows;
  return {
    run,
    async columns() {
      const rows = await run(
        `select c.table_name, c.column_name, c.udt_name from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
      );
      return rows.map((row) => ({
        table: row.table_name as string,
        name: row.column_name as string,
        type: row.udt_name as string,
      }));
    },

    async flip({ table, name, type }, random, within) {
      const column = `"${name}"`;
      const rows = await run(
        `select ctid::text, ${column}::text as value from ${table}
          where ${column} is not null and ${column}::text not in ('', '{}') order by ${table}::text`,
      );
      const row = rows[random.below(rows.length)] as { ctid: string; value: string } | undefined;
      if (row === undefined) return undefined;
      const changed = change(type, row.value, random, within);
      try {
        const [after] = await run(
          `update ${table} set ${column} = $1::text::${type} where ctid = $2 returning ctid::text`,
          [changed, row.ctid],
        );
        return {
          row: `${row.value.slice(0, 80)} → ${changed.slice(0, 80)}`,
          async undo() {
            await run(`update ${table} set ${column} = $1::text::${type} where ctid = $2`, [
              row.value,
              after?.ctid,
            ]);
          },
        };
      } catch (error) {
        // Integrity constraints (class 23) and values that the type does not have (class 22).
        if (/^2[23]/.test(String((error as { code?: unknown }).code))) return 'refused';
        throw error;
      }
    },
    close: () => client.end(),
  };
}

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
    case 'int8':
    case 'numeric':
    case 'float8':
      return String(Number(value) + (random.below(2) === 0 ? 1 : -1));
    case '_int4':
    case '_int8':
      return changeOne(value, /(\d+)/g, random, (number) => String(Number(number) + 1));
    case 'timestamptz':
      return value.replace(/(?:\.(\d+))?([+-]\d\d)$/, (_, fraction = '', zone) => {
        const micros = Number(fraction.padEnd(6, '0')) ^ 1;
        return `.${String(micros).padStart(6, '0')}${zone}`;
      });
    case 'date':
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

/** Another letter or digit in the place of one, never the same in the other case. */
function changeText(value: string, random: SeededRandom): string {
  const places = [...value].flatMap((char, i) => (/[A-Za-z0-9]/.test(char) ? [i] : []));
  const chars = [...value];
  const at = places[random.below(places.length)] ?? 0;
  chars[at] = /[mM]/.test(chars[at] ?? '') ? 'q' : 'm';
  return chars.join('');
}
