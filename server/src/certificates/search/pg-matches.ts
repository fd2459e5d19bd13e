/**
 * Writes the SQL of a filter: which relation holds the matches, and under what conditions. `$1` is the account, `$2`
 * the mode.
 */

import type { Owner } from '../../kernel/owner.ts';
import type { CertificateFilter } from '../ports.ts';
import { LARGEST_WINDOW } from './find-numbers.ts';
import type { SearchScope } from './ports.ts';
import { exactOf, hasTrigram, patternsOf } from './search-words.ts';

type Matches = {
  /** Selects the numbers of those that match, as `number`. */
  sql: string;
  params: readonly unknown[];
};

export function matchesOf(
  { accountId, livemode }: Owner,
  filter: CertificateFilter,
  scope: SearchScope,
): Matches {
  const params: unknown[] = [accountId, livemode];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const range = { low: bind(scope.low), high: bind(scope.high) };
  const narrow = conditionsOnSearch(filter, bind);
  const wide = conditionsOnCertificates(filter, scope.isExact, bind);
  const patterns = scope.isExact ? [] : toPatterns(patternsOf(filter.text ?? ''), scope.commonWords, bind);
  const sources = [
    ...(patterns.length > 0 ? ['words w'] : []),
    ...(wide.length > 0 ? ['certificates h'] : []),
    ...(narrow.length > 0 ? ['certificate_search s'] : []),
  ];
  const [first = 'certificate_search s', ...more] = sources;
  const number = `${aliasOf(first)}.number`;
  const joined = more.map((source) => ` join ${source} on ${aliasOf(source)}.number = ${number}`);
  // The relation that is searched first is already limited to the range.
  const owned = (sources.length === 0 ? [first] : sources)
    .filter((source) => source !== 'words w')
    .map((source) => within(aliasOf(source), range));
  const conditions = [...owned, ...wide, ...narrow];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  // This keeps the planner from misjudging the number of matches in a join and scanning them once per row.
  const kept = more.length > 0 ? 'materialized' : 'not materialized';
  const words =
    patterns.length === 0
      ? ''
      : `with words as ${kept} (${wordsMatching(patterns, range, bind(scope.indexedTo), accountIn(scope, patterns))}) `;
  return { sql: `${words}select ${number} as number from ${first}${joined.join('')}${where}`, params };
}

type Range = { low: string; high: string };

function within(alias: string, { low, high }: Range, account = `${alias}.account_id`): string {
  return `${account} = $1 and ${alias}.livemode = $2 and ${alias}.number > ${low}::bigint and ${alias}.number <= ${high}::bigint`;
}

function aliasOf(source: string): string {
  return source.split(' ')[1] ?? source;
}

type Bind = (value: unknown) => string;

function conditionsOnSearch(filter: CertificateFilter, bind: Bind): string[] {
  const { documentType, createdAfter, createdFrom, createdBefore } = filter;
  return [
    ...(documentType === undefined ? [] : [`s.document_type = ${bind(documentType)}`]),
    ...(createdAfter === undefined ? [] : [`s.created_at > ${bind(createdAfter)}`]),
    ...(createdFrom === undefined ? [] : [`s.created_at >= ${bind(createdFrom)}`]),
    ...(createdBefore === undefined ? [] : [`s.created_at < ${bind(createdBefore)}`]),
  ];
}

function conditionsOnCertificates(filter: CertificateFilter, isExact: boolean, bind: Bind): string[] {
  const { sha256, externalId, metadata, tag, ids, text } = filter;
  const conditions: string[] = [];
  if (sha256 !== undefined) conditions.push(`h.sha256 = ${bind(Buffer.from(sha256, 'hex'))}`);
  if (externalId !== undefined) conditions.push(`h.external_id = ${bind(externalId)}`);
  if (metadata !== undefined) {
    const wanted = `${bind(JSON.stringify(metadata))}::jsonb`;
    // The first condition uses the index of hashes, in which two texts may look alike. The second one compares the
    // texts.
    conditions.push(
      `metadata_terms(h.account_id, h.livemode, h.metadata) @> metadata_terms($1, $2, ${wanted})`,
      `h.metadata @> ${wanted}`,
    );
  }
  if (tag !== undefined) {
    const wanted = `array[${bind(tag)}]`;
    // Like metadata.
    conditions.push(
      `tag_terms(h.account_id, h.livemode, h.tags) @> tag_terms($1, $2, ${wanted})`,
      `h.tags @> ${wanted}`,
    );
  }
  if (ids !== undefined) conditions.push(`h.id = any (${bind(ids)}::text[])`);
  const exact = isExact ? exactOf(text ?? '') : undefined;
  if (exact?.id !== undefined) conditions.push(`h.id = ${bind(exact.id)}`);
  else if (exact !== undefined) {
    const { sha256: short, long } = exact;
    const beginsWith = [
      ...(short === undefined ? [] : [`h.sha256 between ${bind(short.from)} and ${bind(short.to)}`]),
      `h.long_digest between ${bind(long.from)} and ${bind(long.to)}`,
    ];
    conditions.push(`(${beginsWith.join(' or ')})`);
  }
  return conditions;
}

type Pattern = { isIndexed: boolean; at: string };

/**
 * A word that nearly every certificate has excludes almost nothing, and finding it in the index means reading its whole
 * posting list. So it is compared in the rows that a rarer word has found, if there is one.
 */
function toPatterns(texts: readonly string[], common: readonly boolean[], bind: Bind): Pattern[] {
  const isRare = texts.map((text, place) => hasTrigram(text) && common[place] !== true);
  const someAreRare = isRare.includes(true);
  return texts.map((text, place) => ({
    isIndexed: someAreRare ? isRare[place] === true : hasTrigram(text),
    at: bind(text),
  }));
}

/**
 * How the account is compared in a search by words. The index keeps the numbers of all rows of an account in one list,
 * and reading a list of a million takes far longer than finding a rare word. If most rows are the account's own, the
 * account is not looked up in the index but compared in the rows that the words have found. In a narrow range of
 * numbers, the primary key finds the rows.
 */
function accountIn({ isMostOfAll, low, high, indexedTo }: SearchScope, patterns: readonly Pattern[]): string {
  const isWide = Math.min(high, indexedTo) - low > LARGEST_WINDOW;
  const isByWords = patterns.some(({ isIndexed }) => isIndexed);
  return isMostOfAll && isWide && isByWords ? "(w.account_id || '')" : 'w.account_id';
}

/**
 * Selects matches among the certificates whose words are indexed, and among the newest, which are not indexed yet.
 */
function wordsMatching(
  patterns: readonly Pattern[],
  range: Range,
  indexedTo: string,
  account: string,
): string {
  const all = (words: (pattern: Pattern) => string) =>
    patterns.map((pattern) => `${words(pattern)} like plain_text(${pattern.at})`).join(' and ');
  // For a pattern without three letters in a row, the whole index would be read, which is more work than reading the
  // rows.
  const indexed = all(({ isIndexed }) => (isIndexed ? 'w.words' : "(w.words || '')"));
  return `
    select w.number from certificate_words w
     where ${within('w', range, account)} and w.number <= ${indexedTo}::bigint and ${indexed}
    union all
    select c.number from certificates c
     where ${within('c', range)} and c.number > ${indexedTo}::bigint
       and ${all(() => 'search_words(c.title, c.file_name, c.document_type, c.external_id, c.description)')}`;
}
