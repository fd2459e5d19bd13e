/**
 * Reads the locks that a migration declares in the first lines of its file, so that an operator knows beforehand what
 * it will block. `tests/integration/database/migration-locks.test.ts` compares it with the locks that PostgreSQL really
 * gave.
 *
 *     -- locks nothing
 *     -- locks log_state: access exclusive, instant
 *     -- locks certificates: share, reads 100 million rows in 90 s
 *     -- locks members: access exclusive, writes 100 million rows in 40 min
 *     -- locks log_state: row exclusive, few rows
 *     -- outside a transaction
 *
 * New tables are not listed: nobody uses them yet. `NNNN_name.contract.sql` takes something away that older programs use.
 */

export const LOCK_MODES = [
  'row exclusive',
  'share update exclusive',
  'share',
  'share row exclusive',
  'exclusive',
  'access exclusive',
] as const;

export type LockMode = (typeof LOCK_MODES)[number];

/** How long the lock is held: not at all, or for as long as it takes to read or to write every row. */
export type Work =
  | { kind: 'instant' }
  /** The table never has more than a handful of rows. */
  | { kind: 'few rows' }
  | { kind: 'reads' | 'writes'; secondsAt100Million: number };

export type DeclaredLock = { table: string; mode: LockMode; work: Work };

type NamedSql = { name: string; sql: string };

/** The first file that must declare its locks; earlier files were written before this rule. */
export const DECLARED_SINCE = 45;

/** The locks of the last three files before that one. */
const SAID_HERE: Readonly<Record<string, string>> = {
  '0042_log_keys.sql': '-- locks log_state: access exclusive, instant',
  '0043_stamp_failures.sql': '-- locks checkpoint_stamps: access exclusive, instant',
  '0044_duties.sql': '-- locks nothing',
};

const SECONDS = { s: 1, min: 60, h: 3_600 };

/** The locks that the file declares; undefined if it declares nothing. */
export function declaredLocks({ name, sql }: NamedSql): DeclaredLock[] | undefined {
  const inFile = linesAbout(sql);
  const said = inFile.length > 0 ? inFile : linesAbout(SAID_HERE[name] ?? '');
  if (said.length === 0) return undefined;
  return said.flatMap((line) => (line === '-- locks nothing' ? [] : [parseLine(name, line)]));
}

function linesAbout(sql: string): string[] {
  return headOf(sql).filter((line) => line.startsWith('-- locks '));
}

function parseLine(name: string, line: string): DeclaredLock {
  const [, table = '', mode = '', work = ''] = /^-- locks (\w+): ([a-z ]+), (.+)$/.exec(line) ?? [];
  const known = LOCK_MODES.find((one) => one === mode);
  const parsed = parseWork(work);
  if (known === undefined || parsed === undefined)
    throw new Error(`${name}: "${line}" cannot be read; upgrades/declared-locks.ts says how it is written`);
  return { table, mode: known, work: parsed };
}

function parseWork(text: string): Work | undefined {
  if (text === 'instant' || text === 'few rows') return { kind: text };
  const [, kind, amount, unit] = /^(reads|writes) 100 million rows in (\d+) (s|min|h)$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const secondsAt100Million = Number(amount) * SECONDS[unit as keyof typeof SECONDS];
  return { kind: kind as 'reads' | 'writes', secondsAt100Million };
}

/** Whether the migration takes away something that older programs use. */
export function isContract(name: string): boolean {
  return name.endsWith('.contract.sql');
}

export function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

/**
 * Whether the file runs outside a transaction, as `create index concurrently` and similar statements must. Nobody has
 * to wait for these.
 */
export function isOutsideTransaction({ sql }: Pick<NamedSql, 'sql'>): boolean {
  return headOf(sql).includes('-- outside a transaction');
}

/** The same migration as SQL that runs inside a transaction, for a database that nobody else uses. */
export function sqlWithin({ sql }: Pick<NamedSql, 'sql'>): string {
  return isOutsideTransaction({ sql }) ? sql.replaceAll(/\bconcurrently\b/gi, '') : sql;
}

/**
 * Splits a file into statements, because statements sent together would be one transaction. A block of code between
 * two `$$` is one statement.
 */
export function statementsOf({ sql }: Pick<NamedSql, 'sql'>): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const line of sql.replace(/^--.*$/gm, '').split('\n')) {
    statement += `${line}\n`;
    const isInBlock = statement.split('$$').length % 2 === 0;
    if (isInBlock || !line.trimEnd().endsWith(';')) continue;
    statements.push(statement.trim().slice(0, -1));
    statement = '';
  }
  return [...statements, statement.trim()].filter((one) => one !== '');
}

function headOf(sql: string): string[] {
  const lines = sql.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return lines.slice(0, end === -1 ? undefined : end).map((line) => line.trimEnd());
}
