/** Finds certificates by their text and metadata. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { rangeOf } from '../pg-certificate-filter.ts';
import { toCertificates, withAnchors } from '../pg-certificates.ts';
import type { CertificateFilter } from '../ports.ts';
import { matchesOf } from './pg-matches.ts';
import type { CertificateSearch, Part, SearchIndex, SearchScope } from './ports.ts';
import { exactOf, patternsOf } from './search-words.ts';

export function makeCertificateSearch(database: Database): CertificateSearch {
  return {
    scope: (filter, after) => {
      const exact = exactOf(filter.text ?? '');
      const hashes = exact !== undefined && exact.id === undefined ? exact : undefined;
      return {
        name: `search-scope-${filter.status ?? 'all'}`,
        sql: scopeSql(filter),
        params: [
          after ?? null,
          exact?.id ?? null,
          hashes?.sha256?.from ?? null,
          hashes?.sha256?.to ?? null,
          sampled(filter),
          hashes?.long.from ?? null,
          hashes?.long.to ?? null,
        ],
        toValue: (rows) => toScope(rows),
      };
    },

    async count(owner, filter, scope) {
      const { sql, params } = matchesOf(owner, filter, scope);
      // The statement has no name, so that PostgreSQL plans it each time: how much a filter excludes varies.
      const rows = await database.query(`select count(*) as total from (${sql}) found`, [...params]);
      return read.number(read.firstRow(rows), 'total');
    },

    async numbers(owner, filter, scope, part) {
      const { sql, params } = matchesOf(owner, filter, scope);
      const rows = await database.query(partSql(sql, part), [...params]);
      return rows.map((row) => read.number(row, 'number'));
    },

    at: (numbers) => ({
      name: 'certificates-at',
      sql: withAnchors(`
        select c.* from certificates c
         where c.account_id = caller.account_id and c.livemode = caller.livemode and c.number = any ($4::bigint[])`),
      params: [numbers],
      toValue: (rows) => {
        const byNumber = new Map(rows.map((row) => [read.optionalNumber(row, 'number'), row]));
        return numbers.flatMap((one) => toCertificates([byNumber.get(one) ?? { id: null }]));
      },
    }),
  };
}

function scopeSql({ status }: CertificateFilter): string {
  const own = (alias: string) =>
    `${alias}.account_id = caller.account_id and ${alias}.livemode = caller.livemode`;
  return `
    select range.low, range.high, coalesce(p.indexed_to, 0) as indexed_to, coalesce(p.changes, 0) as changes,
           coalesce(p.indexed_to, 0) * 2
             > (select reltuples from pg_class where oid = 'certificate_words'::regclass) as is_most_of_all,
           (select c.number from certificates c where ${own('c')} and c.id = $4::text) as after_number,
           exists (select from certificates c where ${own('c')} and c.id = $5::text)
           or exists (select from certificates c
                       where ${own('c')} and c.sha256 between $6::bytea and $7::bytea)
           or exists (select from certificates c
                       where ${own('c')} and c.long_digest between $9::bytea and $10::bytea) as is_exact,
           ${commonWordsSql(own('w'))} as common_words
      from (${rangeOf(status)}) range left join search_progress p on ${own('p')}`;
}

const SAMPLE = 100;
/** If a word that half of the certificates contain is left out, at most twice as many rows are compared. */
const OFTEN = SAMPLE / 2;

/** The words whose frequency matters. A single word is looked up in the index in any case. */
function sampled({ text = '' }: CertificateFilter): string[] {
  const patterns = patternsOf(text);
  return patterns.length > 1 ? patterns : [];
}

/** Whether many of the newest certificates contain each word. */
function commonWordsSql(own: string): string {
  return `array(
    select (select count(*) from (
              select w.words from certificate_words w where ${own} order by w.number desc limit ${SAMPLE}
            ) newest where newest.words like plain_text(word.pattern)) > ${OFTEN}
      from unnest($8::text[]) with ordinality word (pattern, place) order by word.place)`;
}

function toScope(rows: readonly Record<string, unknown>[]): SearchScope {
  const row = read.firstRow(rows);
  return {
    low: read.number(row, 'low'),
    high: read.optionalNumber(row, 'high') ?? 0,
    indexedTo: read.number(row, 'indexed_to'),
    isMostOfAll: read.boolean(row, 'is_most_of_all'),
    changes: read.number(row, 'changes'),
    afterNumber: read.optionalNumber(row, 'after_number'),
    isExact: read.boolean(row, 'is_exact'),
    commonWords: read.shaped(row, 'common_words', areBooleans, 'a list of yes and no'),
  };
}

function areBooleans(value: unknown): value is boolean[] {
  return read.isListOf(value, (one) => typeof one === 'boolean');
}

/**
 * The SQL for a part of the matches. They are fetched by index first and then sorted, because otherwise the planner
 * may scan a million rows for three matches.
 */
function partSql(matching: string, { order, limit, offset }: Part): string {
  return `with found as materialized (${matching})
    select number from found order by number ${order} limit ${limit} offset ${offset}`;
}

/** How many unindexed certificates make indexing worthwhile. Fewer are quickly searched one by one. */
const WORTH_A_LOT = 256;
/**
 * How many certificates are indexed together, in a few milliseconds of the database. A thousand would keep other
 * requests waiting for a processor.
 */
const LOT = 200;

export function makeSearchIndex(database: Database): SearchIndex {
  return {
    async behind() {
      const rows = await database.query(
        `select n.account_id, n.livemode from certificate_counts n
           left join search_progress p on p.account_id = n.account_id and p.livemode = n.livemode
          where n.total >= coalesce(p.indexed_to, 0) + $1`,
        [WORTH_A_LOT],
        'search-behind',
      );
      return rows.map((row) => ({
        accountId: read.id('acct', row, 'account_id'),
        livemode: read.boolean(row, 'livemode'),
      }));
    },

    async indexNext({ accountId, livemode }) {
      const rows = await database.query(
        'select index_certificates($1, $2, $3) as done',
        [accountId, livemode, LOT],
        'index-certificates',
      );
      return read.number(read.firstRow(rows), 'done');
    },
  };
}
