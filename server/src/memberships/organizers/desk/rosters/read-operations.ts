/** Shows an organiser the rosters that it sent, with the state of every row. */

import { Type } from 'typebox';
import { CSV_TYPE, type CsvCell, toCsv } from '../../../../http/csv.ts';
import type { Language } from '../../../../http/language.ts';
import { fileOf, oneOf } from '../../../../http/schema.ts';
import { toWorkbook, XLSX_TYPE } from '../../../../http/workbook.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { parseId } from '../../../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../../../operations/list.ts';
import type { RunningOperation, Tools } from '../../../../operations/operation.ts';
import { PageParams } from '../../../own-page/member-operation.ts';
import { findPosting, listPostings } from '../../../posted-tables/pg-postings.ts';
import type { Posting } from '../../../posted-tables/posting.ts';
import { DESK_TAG, DeskAndId, type DeskWho, deskOperation } from '../desk-operation.ts';
import { DESK_FIELDS } from './desk-fields.ts';
import { DeskRosterSchema, DeskRowSchema, toDeskRoster, toDeskRow } from './desk-roster.ts';
import { readDeskRows, readStates } from './pg-desk-rosters.ts';
import { ROW_STATES, type RowState } from './row-state.ts';

export const DESK_ROSTER_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = [
  list(),
  read(),
  rows(),
  table(),
  template(),
];

function list() {
  return deskOperation({
    method: 'GET',
    path: '/rosters',
    operationId: 'listDeskRosters',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'The rosters that the organiser sent, newest first',
    params: PageParams,
    query: Type.Object({ ...LIST_QUERY, course_id: Type.Optional(Type.String()) }),
    answers: {
      200: Type.Object(
        { rosters: Type.Array(DeskRosterSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query: { course_id, ...page } }) => {
      const courseId = course_id === undefined ? undefined : (parseId('crs', course_id) ?? NO_COURSE);
      const own = { kind: 'roster', courseId, organizerId: who.session.organizer.id } as const;
      const { postings, pagination } = await listPostings(tools, who, page, own);
      const rosters = await readStates(tools.query, postings);
      return { status: 200, body: { rosters: rosters.map(toDeskRoster), pagination } };
    },
  });
}

const NO_COURSE = parseId('crs', `crs_${'0'.repeat(22)}`);

function read() {
  return deskOperation({
    method: 'GET',
    path: '/rosters/:id',
    operationId: 'getDeskRoster',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'One roster that the organiser sent',
    params: DeskAndId,
    answers: { 200: Type.Object({ roster: DeskRosterSchema }, { description: 'The roster.' }) },
    refusals: [404],
    run: async (tools, { who, params }) => {
      const [roster] = await readStates(tools.query, [await ownRoster(tools, who, params.id)]);
      return { status: 200, body: { roster: roster && toDeskRoster(roster) } };
    },
  });
}

function rows() {
  return deskOperation({
    method: 'GET',
    path: '/rosters/:id/rows',
    operationId: 'listDeskRows',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'The rows of a roster, and what became of each',
    params: DeskAndId,
    query: Type.Object({
      limit: LIST_QUERY.limit,
      offset: LIST_QUERY.offset,
      state: Type.Optional(oneOf(ROW_STATES, { description: 'Only rows in this state.' })),
    }),
    answers: {
      200: Type.Object(
        { rows: Type.Array(DeskRowSchema), pagination: PaginationSchema },
        { description: 'One page, in the order posted.' },
      ),
    },
    refusals: [404],
    run: async (tools, { who, params, query, language }) => {
      const roster = await ownRoster(tools, who, params.id);
      const { limit = 20, offset = 0, state } = query;
      const { rows: found, total } = await readDeskRows(tools, who, roster.id, { limit, offset, state });
      const pagination = { limit, offset, total, has_more: offset + found.length < total };
      return { status: 200, body: { rows: found.map((row) => toDeskRow(row, language)), pagination } };
    },
  });
}

function table() {
  return deskOperation({
    method: 'GET',
    path: '/rosters/:id/table',
    operationId: 'getDeskTable',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'All rows of a roster as a table, with what became of each',
    params: DeskAndId,
    query: Type.Object({ format: oneOf(['csv', 'xlsx']) }),
    answers: { 200: fileOf('text/csv', XLSX_TYPE) },
    refusals: [404],
    run: async (tools, { who, params, query: { format }, language }) => {
      const roster = await ownRoster(tools, who, params.id);
      return { status: 200, file: await toFile(tools, who, roster, language, format) };
    },
  });
}

const RESULTS = {
  es: ['Estado', 'Motivo'],
  en: ['State', 'Reason'],
};

/** The columns as they were posted, followed by the state of each row and the reason. */
async function toFile(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  who: DeskWho,
  roster: Posting,
  language: Language,
  format: 'csv' | 'xlsx',
) {
  const all = { limit: roster.summary.rows, offset: 0, state: undefined };
  const { rows: found } = await readDeskRows(tools, who, roster.id, all);
  const header = [...roster.headers, ...RESULTS[language]];
  const lines = found.map((row): CsvCell[] => {
    const shown = toDeskRow(row, language);
    const cells = roster.columns.map((key) => toCell(shown.values[key]));
    return [...cells, STATE_WORDS[language][shown.state], shown.message];
  });
  const name = `${roster.id}.${format}`;
  if (format === 'csv') return { type: CSV_TYPE, name, content: toCsv(header, lines) };
  return { type: XLSX_TYPE, name, content: await toWorkbook(header, lines) };
}

const STATE_WORDS: Record<Language, Record<RowState, string>> = {
  es: {
    waiting: 'En espera',
    approved: 'Aprobada',
    rejected: 'Rechazada por el consejo',
    revoked: 'Revocada',
    withdrawn: 'Retirada',
    refused: 'No aceptada',
  },
  en: {
    waiting: 'Waiting',
    approved: 'Approved',
    rejected: 'Rejected by the council',
    revoked: 'Revoked',
    withdrawn: 'Withdrawn',
    refused: 'Not accepted',
  },
};

function toCell(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function template() {
  return deskOperation({
    method: 'GET',
    path: '/roster-template',
    operationId: 'getDeskTemplate',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'An empty workbook to fill in',
    params: PageParams,
    query: Type.Object({ language: oneOf(['es', 'en']) }),
    answers: { 200: fileOf(XLSX_TYPE) },
    refusals: [],
    run: async (_, { query: { language } }) => {
      const header = Object.values(DESK_FIELDS.labels).map((label) => label[language]);
      const name = language === 'es' ? 'lista.xlsx' : 'roster.xlsx';
      return { status: 200, file: { type: XLSX_TYPE, name, content: await toWorkbook(header, []) } };
    },
  });
}

/** A roster of another organiser or of the council gives the same 404 as an unknown one. */
async function ownRoster(tools: Pick<Tools, 'query'>, who: DeskWho, named: string): Promise<Posting> {
  const id = parseId('rst', named);
  const own = { kind: 'roster', organizerId: who.session.organizer.id } as const;
  const roster = id && (await findPosting(tools, who, id, own));
  if (roster !== undefined) return roster;
  throw new AppError('not_found', {
    en: 'You have sent no roster with this id.',
    es: 'Usted no ha enviado ninguna lista con este id.',
  });
}
