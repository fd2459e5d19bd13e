/** The filters of the audit log as callers give them. */

import { type Static, Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { oneOf } from '../http/schema.ts';
import { invalidField } from '../http/text-rules.ts';
import { parseId } from '../kernel/ids.ts';
import { AUDIT_ACTIONS } from './actions.ts';
import type { AuditFilter } from './ports.ts';

/** The kinds of records that actions affect: `award` for every `award.…`. */
const SUBJECTS = [...new Set(AUDIT_ACTIONS.map((action) => action.split('.', 1)[0] ?? action))];

const Id = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

export const FILTERS = {
  person: Id('Only actions of this person: an id such as per_…'),
  key: Id('Only actions of this API key: an id such as key_…'),
  action: Type.Optional(
    oneOf([...SUBJECTS, ...AUDIT_ACTIONS], {
      title: 'AuditAction',
      description: 'An action, or the word before its dot for all actions on that kind of record.',
    }),
  ),
  object: Id('Only actions on this record: the `target` of an entry.'),
  mode: Type.Optional(
    oneOf(['live', 'test'], {
      description: '`test`: actions on test data. `live`: all others. Defaults to both.',
    }),
  ),
  from: Id('A day in the account’s time zone, such as 2026-01-31, or a date with time. Inclusive.'),
  to: Id('A day (inclusive) or a date with time (exclusive).'),
};

const FilterSchema = Type.Object(FILTERS);
type FilterQuery = Static<typeof FilterSchema>;

/** Undefined if no filter is given. */
export function readAuditFilter(query: FilterQuery): AuditFilter | undefined {
  const { person, key, action, object, mode, from, to } = query;
  const filter: AuditFilter = {
    ...(person !== undefined && { person: idOf('person', 'per', person) }),
    ...(key !== undefined && { key: idOf('key', 'key', key) }),
    ...(action !== undefined && { action }),
    ...(object !== undefined && { object: assertId(object) }),
    ...(mode !== undefined && { mode }),
    ...(from !== undefined && { from: edgeOf('from', from) }),
    ...(to !== undefined && { to: edgeOf('to', to) }),
  };
  return Object.keys(filter).length === 0 ? undefined : filter;
}

function idOf<Prefix extends 'per' | 'key'>(field: string, prefix: Prefix, text: string) {
  const id = parseId(prefix, text);
  if (id !== undefined) return id;
  throw invalidField(
    `\`${field}\``,
    `must be an id that begins with \`${prefix}_\`.`,
    `debe ser un id que empiece con \`${prefix}_\`.`,
  );
}

function assertId(text: string): string {
  if (/^[a-z]+_[0-9A-Za-z]{22}$/.test(text)) return text;
  throw invalidField(
    '`object`',
    'must be the id of a record, as `target` shows it.',
    'debe ser el id de un registro, como lo muestra `target`.',
  );
}

const EARLIEST = '1900-01-01';
const LATEST = '2200-12-31';

/**
 * A day is kept as it is, a moment is converted to UTC. Years that are typing errors are refused before they reach the
 * database.
 */
function edgeOf(field: string, text: string): string {
  const edge = DAY.test(text) ? dayIn(text) : dateTimeOf(field, text).toISOString();
  if (edge !== undefined && edge >= EARLIEST && edge.slice(0, 10) <= LATEST) return edge;
  throw invalidField(
    `\`${field}\``,
    `must be a date between ${EARLIEST} and ${LATEST}, with or without a time.`,
    `debe ser una fecha entre ${EARLIEST} y ${LATEST}, con o sin hora.`,
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** `Date` would turn 31 February into a day in March. */
function dayIn(text: string): string | undefined {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}
