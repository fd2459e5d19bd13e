/** Exports of members and awards: everything that the filters of their lists match, as one file. */

import { Type } from 'typebox';
import { CSV_TYPE } from '../../http/csv.ts';
import { fileOf, oneOf } from '../../http/schema.ts';
import { sendExport } from '../../http/send-download.ts';
import type { IdByPrefix } from '../../kernel/ids.ts';
import type { Shared } from '../../kernel/shares/shared.ts';
import { afterOf, LIST_QUERY, type ListOrder } from '../../operations/list.ts';
import { type Asked, type Operation, type Outside, operationsWith } from '../../operations/operation.ts';
import type { Walk } from '../../operations/walk-list.ts';
import { AWARD_FILTERS, assertBounds } from '../awards/operations.ts';
import { MEMBER_FILTERS, readMemberFilter } from '../members/list/operations.ts';
import { MEMBER_TAG } from '../members/operations.ts';
import { note } from '../note-change.ts';
import { EXPORTED_AWARDS, exportAwards } from './export-awards.ts';
import { EXPORTED_MEMBERS, exportMembers } from './export-members.ts';
import {
  EXPORT_FORMATS,
  type ExportedKind,
  type ExportedRecord,
  type ExportFormat,
  writeExport,
} from './export-table.ts';

const TYPES: Record<ExportFormat, string> = {
  csv: CSV_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const FORM = {
  format: Type.Optional(
    oneOf(EXPORT_FORMATS, {
      default: 'csv',
      description: '`csv`: a table for spreadsheets. `ndjson`: one record per line.',
    }),
  ),
  language: Type.Optional(
    oneOf(['es', 'en'], {
      description:
        'For a table: writes column names and statuses in words of this language, and leaves out columns that only programs need. Without it, all fields are written under their own names.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The most records; defaults to all.',
    }),
  ),
  after: LIST_QUERY.after,
  order: LIST_QUERY.order,
};

type Form = {
  format?: ExportFormat;
  language?: 'es' | 'en';
  limit?: number;
  after?: string;
  order?: ListOrder;
};

const ANSWERS = { 200: { description: 'The file.', ...fileOf('text/csv', 'application/x-ndjson') } };

const WHOLE =
  'It comes as one file in one call: streamed, each record once, newest first. The file is complete if the transfer ended properly; after a broken transfer, continue with `after` and the id of the last complete record. Each export is recorded in the audit log.';

/** For API keys and for people. */
export const EXPORT_OPERATIONS: readonly Operation<Outside>[] = [members(), awards()];

function members(): Operation<Outside> {
  return operationsWith<Outside>().acting({
    method: 'GET',
    path: '/members/export',
    operationId: 'exportAllMembers',
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'Export members',
    description: `The members that the filters match, with their memberships. ${WHOLE} CURP and RFC are masked unless the key has \`members:identify\`. A table has one line for each member, with the membership in \`program_id\`, or else the newest one that has not ended.`,
    query: Type.Object({ ...FORM, ...MEMBER_FILTERS }),
    answers: ANSWERS,
    refusals: [404, 'rate_limit_exceeded', 'overloaded'],
    async act(ports, asked) {
      const tools = toTools(ports);
      const { who, query, baseUrl } = asked;
      const { form, filters } = split(query);
      const { filter, today } = await readMemberFilter(tools, who, filters);
      const walk = walkOf('mem', form);
      return send(ports, asked, EXPORTED_MEMBERS, {
        name: 'members',
        form,
        make: () => exportMembers(tools, who, { filter, today, walk, baseUrl }),
      });
    },
  });
}

function awards(): Operation<Outside> {
  return operationsWith<Outside>().acting({
    method: 'GET',
    path: '/awards/export',
    operationId: 'exportAllAwards',
    scope: 'awards:read',
    tag: 'Awards',
    summary: 'Export awards',
    description: `The awards that the filters match. ${WHOLE} The names of members need \`members:read\`, the titles of courses \`courses:read\`; without them these fields are null.`,
    query: Type.Object({ ...FORM, ...AWARD_FILTERS }),
    answers: ANSWERS,
    refusals: [404, 'rate_limit_exceeded', 'overloaded'],
    async act(ports, asked) {
      const tools = toTools(ports);
      const { who, query, baseUrl } = asked;
      const { form, filters: filter } = split(query);
      assertBounds(filter);
      const walk = walkOf('awd', form);
      return send(ports, asked, EXPORTED_AWARDS, {
        name: 'awards',
        form,
        make: () => exportAwards(tools, who, { filter, walk, baseUrl }),
      });
    },
  });
}

/** The filters, without the parameters of the file's form. */
function split<Q extends Form>({ format, language, limit, after, order, ...filters }: Q) {
  return { form: { format, language, limit, after, order }, filters };
}

type GivenForm = { [K in keyof Form]: Form[K] | undefined };

function walkOf(prefix: keyof IdByPrefix, { order = 'desc', after, limit }: GivenForm): Walk {
  return { order, after: afterOf(prefix, { after }), limit: limit ?? Number.MAX_SAFE_INTEGER };
}

type Made = {
  name: 'members' | 'awards';
  form: GivenForm;
  make(): AsyncIterable<readonly ExportedRecord[]>;
};

/** The export is recorded before it is sent, because even an interrupted export has been read in part. */
async function send(
  ports: Outside,
  { who, reply }: Pick<Asked, 'who' | 'reply'>,
  kind: ExportedKind,
  { name, form: { format = 'csv', language }, make }: Made,
): Promise<undefined> {
  const take = (exports: Shared) => exports.take(who.accountId);
  await sendExport(reply, take, async () => {
    await note(toTools(ports), who, `${name === 'members' ? 'member' : 'award'}.export_list`, who.accountId, {
      format,
    });
    const content = writeExport(kind, { format, language }, make());
    return { type: TYPES[format], name: `${name}.${format}`, content };
  });
}

function toTools(ports: Outside) {
  return { ...ports, query: ports.records.query };
}
