/** Watches, by API. */

import { Type } from 'typebox';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseId, type WatchId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation, type Tools } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { optional } from '../fields.ts';
import { note } from '../note-change.ts';
import { type PostedRow, tableReader } from '../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../posted-tables/rows-schema.ts';
import { type AskedWatch, createWatches, type WatchOutcome } from './create-watches.ts';
import { readStandings } from './pg-watched.ts';
import { findWatch, listWatches, removeWatch } from './pg-watches.ts';
import { toWatchRecord, WATCH_STATUSES, type Watch, WatchSchema } from './watch.ts';
import { WATCH_FIELDS } from './watch-fields.ts';

const TAG = 'Watches';
const Params = Type.Object({ id: Type.String() });
const WatchAnswer = Type.Object({ watch: WatchSchema });

const NAMED = {
  public_url: optional(
    Type.String({ maxLength: 500, description: 'The address of the public page of the member.' }),
  ),
  council_id: optional(
    Type.String({
      maxLength: 100,
      description: 'The account of the council, from the address of its look-up page.',
    }),
  ),
  number: optional(
    Type.String({ maxLength: 100, description: 'The number or licence of the member there.' }),
  ),
  surname: optional(Type.String({ maxLength: 200, description: 'The first surname, or both.' })),
  external_id: optional(Type.String({ maxLength: 100, description: 'Your own id of the member.' })),
};

const NewWatchSchema = Type.Object(NAMED, { title: 'NewWatch' });

const EXAMPLE_ROWS = [{ council_id: 'acct_0Ejemplo00000000000001', number: '00001', surname: 'Muestra' }];

const Outcome = Type.Object(
  {
    row: Type.Integer(),
    status: oneOf(['created', 'duplicate', 'rejected']),
    watch_id: nullable(Type.String()),
    error: nullable(Type.String()),
    message: nullable(Type.String()),
  },
  { title: 'WatchRow' },
);

export const WATCH_OPERATIONS: readonly Operation[] = [create(), importMany(), list(), read(), remove()];

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/watches',
    operationId: 'createWatch',
    scope: 'watches:write',
    tag: TAG,
    summary: 'Follow a member of a council',
    description:
      'For employers: events such as `watch.membership_lapsed` tell you of what becomes of the member’s memberships. The member is named by the public page, or by council, number and surname together. Where the page is public, you follow at once. Otherwise the member is asked on the own page, and the watch stays `asked` until the member agrees; the answer is the same whether there is such a member or not. Whoever sent you away is asked again after 30 days at the earliest.',
    body: Type.Object(NAMED, { examples: EXAMPLE_ROWS }),
    answers: {
      200: { ...WatchAnswer, description: 'The watch that was there already.' },
      201: { ...WatchAnswer, description: 'The watch.' },
    },
    refusals: [404, 'too_many_watches'],
    run: async (tools, { who, body }) => {
      const [outcome] = await createWatches(tools, who, [body]);
      if (outcome === undefined || outcome.status === 'rejected') return refuse(refusalOf(outcome));
      const watch = await watchNamed(tools, who, outcome.watchId);
      const isNew = outcome.status === 'created';
      return {
        status: isNew ? 201 : 200,
        body: { watch: await show(tools, watch) },
        ...(isNew && { location: `/watches/${watch.id}` }),
      };
    },
  });
}

function refusalOf(outcome: WatchOutcome | undefined) {
  if (outcome?.status === 'rejected') return outcome.refusal;
  throw new Error('A watch has no outcome');
}

function importMany(): Operation {
  return operation({
    method: 'POST',
    path: '/watches/import',
    operationId: 'importWatches',
    scope: 'watches:write',
    tag: TAG,
    summary: 'Follow many members',
    description:
      'Up to 10,000 rows, as JSON, or as a CSV table or an Excel workbook whose columns are named like the fields or as people name them. Each row is judged on its own; all are written together, and posting the same list again changes nothing.',
    query: Type.Object({
      dry_run: optional(oneOf(['true', 'false'], { description: 'Judges every row and stores nothing.' })),
      columns: ColumnsQuery,
    }),
    body: Type.Object(
      {
        rows: Type.Array(Type.Unsafe<unknown>({}), { description: 'Fields as for a single watch.' }),
        dry_run: optional(
          Type.Boolean({ default: false, description: 'Judges every row and stores nothing.' }),
        ),
      },
      { examples: [{ rows: EXAMPLE_ROWS }] },
    ),
    table: {
      maxBytes: MAX_TABLE_BYTES,
      example: 'council_id,number,surname\r\nacct_0Ejemplo00000000000001,00001,Muestra\r\n',
      row: NewWatchSchema,
    },
    answers: {
      200: Type.Object(
        {
          summary: Type.Object({
            rows: Type.Integer(),
            created: Type.Integer(),
            duplicate: Type.Integer(),
            rejected: Type.Integer(),
          }),
          rows: Type.Array(Outcome),
        },
        { description: 'What became of each row.' },
      ),
    },
    refusals: ['roster_too_large'],
    before: tableReader(WATCH_FIELDS),
    run: async (tools, { who, query, body, language }, { rows }) => {
      const isDryRun = body?.dry_run ?? query.dry_run === 'true';
      const good = rows.filter(({ problem }) => problem === undefined);
      const outcomes = await createWatches(tools, who, good.map(askedIn));
      const outcomeOf = new Map(good.map((row, i) => [row, outcomes[i]]));
      const shown = rows.map((row) => toRow(row, outcomeOf.get(row), language, isDryRun));
      const count = (status: string) => shown.filter((row) => row.status === status).length;
      const [created, duplicate] = [count('created'), count('duplicate')];
      const summary = { rows: rows.length, created, duplicate, rejected: count('rejected') };
      return { status: 200, body: { summary, rows: shown }, isDryRun };
    },
  });
}

function askedIn({ cells }: PostedRow): AskedWatch {
  const text = (field: string) => {
    const cell = cells[field];
    if (typeof cell === 'number') return String(cell);
    return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : undefined;
  };
  return {
    public_url: text('public_url'),
    council_id: text('council_id'),
    number: text('number'),
    surname: text('surname'),
    external_id: text('external_id'),
  };
}

function toRow(
  { number: row, problem }: PostedRow,
  outcome: WatchOutcome | undefined,
  language: Language,
  isDryRun: boolean,
) {
  if (outcome !== undefined && outcome.status !== 'rejected') {
    const isNamed = outcome.status === 'duplicate' || !isDryRun;
    return {
      row,
      status: outcome.status,
      watch_id: isNamed ? outcome.watchId : null,
      error: null,
      message: null,
    };
  }
  const refused = outcome?.refusal ?? problem;
  return {
    row,
    status: 'rejected' as const,
    watch_id: null,
    error: refused?.code ?? null,
    message: refused?.text[language] ?? null,
  };
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/watches',
    operationId: 'listWatches',
    scope: 'watches:read',
    tag: TAG,
    summary: 'List watches',
    query: Type.Object({
      ...LIST_QUERY,
      status: optional(oneOf(WATCH_STATUSES)),
      external_id: optional(Type.String()),
    }),
    answers: {
      200: Type.Object(
        { watches: Type.Array(WatchSchema), pagination: PaginationSchema },
        { description: 'One page, newest first, each with the standing of now.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const { watches, pagination } = await listWatches(tools, who, query);
      return { status: 200, body: { watches: await showAll(tools, watches), pagination } };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/watches/:id',
    operationId: 'getWatch',
    scope: 'watches:read',
    tag: TAG,
    summary: 'Read a watch',
    params: Params,
    answers: { 200: { ...WatchAnswer, description: 'The watch, with the standing of now.' } },
    refusals: [404],
    run: async (tools, { who, params }) => {
      const watch = await watchNamed(tools, who, params.id);
      return { status: 200, body: { watch: await show(tools, watch) } };
    },
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/watches/:id',
    operationId: 'deleteWatch',
    scope: 'watches:write',
    tag: TAG,
    summary: 'Stop following a member',
    params: Params,
    answers: { 204: Type.Null({ description: 'You are told no more.' }) },
    refusals: [404],
    run: async (tools, { who, params }) => {
      const watch = await watchNamed(tools, who, params.id);
      await removeWatch(tools, watch, tools.now());
      await note(tools, who, 'watch.delete', watch.id);
      return { status: 204 };
    },
  });
}

async function watchNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string | WatchId,
): Promise<Watch> {
  const id = parseId('wch', named);
  const watch = id && (await findWatch(tools, owner, id));
  if (watch !== undefined) return watch;
  throw new AppError('not_found', {
    en: 'There is no watch with this id in your account.',
    es: 'No hay ninguna vigilancia con este id en su cuenta.',
  });
}

async function show(tools: Pick<Tools, 'query' | 'now'>, watch: Watch) {
  const [record] = await showAll(tools, [watch]);
  if (record === undefined) throw new Error('A watch is not shown');
  return record;
}

/** Memberships that have ended are left out, unless there are no others. */
async function showAll(tools: Pick<Tools, 'query' | 'now'>, watches: readonly Watch[]) {
  const standings = await readStandings(
    tools,
    watches.flatMap(({ memberId, status }) =>
      memberId !== undefined && status === 'active' ? memberId : [],
    ),
  );
  return watches.map((watch) => {
    const all = (watch.memberId && standings.get(watch.memberId)) ?? [];
    const open = all.filter(({ standing }) => standing !== 'ended');
    return toWatchRecord(watch, open.length > 0 ? open : all.slice(-1));
  });
}
