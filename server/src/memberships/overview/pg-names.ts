/** Reads what identifies the rows of a list: names, titles and days. Each kind takes one statement for a whole page. */

import { fromHundredths } from '@sello/rules';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { byIds } from '../by-ids.ts';
import { fullName } from '../members/full-name.ts';

type Ports = Pick<Tools, 'query'>;

type MemberName = { id: string; member_number: string; name: string };
export type TermFigures = {
  id: string;
  number: number;
  starts_on: string;
  ends_on: string;
  met: boolean;
  counted: number;
  missing_points: number;
};

/** The name of an anonymised member is empty. */
export async function memberNames(
  { query }: Ports,
  { accountId, livemode }: Owner,
  ids: readonly string[],
): Promise<(id: string) => MemberName> {
  const rows = await query(
    `select id, member_number, given_name, first_surname, second_surname from members m
      where ${byIds('m')}`,
    [accountId, livemode, [...new Set(ids)]],
    'member-names',
  );
  const found = new Map(rows.map((row) => [read.text(row, 'id'), toName(row)]));
  return (id) => found.get(id) ?? { id, member_number: '', name: '' };
}

function toName(row: Row): MemberName {
  const name = fullName({
    givenName: read.text(row, 'given_name'),
    firstSurname: read.text(row, 'first_surname'),
    secondSurname: read.optionalText(row, 'second_surname'),
  });
  return { id: read.text(row, 'id'), member_number: read.text(row, 'member_number'), name };
}

export async function courseTitles(
  { query }: Ports,
  { accountId, livemode }: Owner,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query(
    `select id, title from courses c where ${byIds('c')}`,
    [accountId, livemode, [...new Set(ids)]],
    'course-titles',
  );
  return new Map(rows.map((row) => [read.text(row, 'id'), read.text(row, 'title')]));
}

export const TERM_FIGURES =
  't.id as term_id, t.number, t.starts_on as term_starts_on, t.ends_on, t.met, t.counted, t.missing_points';

export function toTermFigures(row: Row): TermFigures {
  return {
    id: read.text(row, 'term_id'),
    number: read.number(row, 'number'),
    starts_on: read.text(row, 'term_starts_on'),
    ends_on: read.text(row, 'ends_on'),
    met: read.boolean(row, 'met'),
    counted: fromHundredths(read.number(row, 'counted')),
    missing_points: fromHundredths(read.number(row, 'missing_points')),
  };
}

/** The terms of renewals, as the terms are now. */
export async function termsOfRenewals(
  { query }: Ports,
  { accountId, livemode }: Owner,
  ids: readonly string[],
): Promise<(id: string) => TermFigures> {
  const rows = await query(
    `select ${TERM_FIGURES} from membership_terms t where ${byIds('t')}`,
    [accountId, livemode, ids],
    'terms-of-renewals',
  );
  const found = new Map(rows.map((row) => [read.text(row, 'term_id'), toTermFigures(row)]));
  return (id) => {
    const term = found.get(id);
    if (term === undefined) throw new Error(`the term ${id} of a renewal is gone`);
    return term;
  };
}
