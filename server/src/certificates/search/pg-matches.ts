/** The SQL of a filter: which relation holds the matches, and on what conditions. `$1` is the account, `$2` the mode. */

import type { CertificateFilter } from '../ports.ts';
import { exactOf, hasTrigram, patternsOf } from './search-words.ts';

export type Matches = {
  from: string;
  /** The column with the certificate's number. */
  number: string;
  conditions: readonly string[];
  params: readonly unknown[];
};

/** `isExact`, `indexedTo`: as in the scope. */
export function matchesOf(
  filter: CertificateFilter,
  { isExact, indexedTo }: { isExact: boolean; indexedTo: number },
): Matches {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value) + 2}`;
  const narrow = conditionsOnSearch(filter, bind);
  const wide = conditionsOnCertificates(filter, isExact, bind);
  const patterns = isExact
    ? []
    : patternsOf(filter.text ?? '').map((pattern) => ({ isIndexed: hasTrigram(pattern), at: bind(pattern) }));
  const owned = (alias: string) => `${alias}.account_id = $1 and ${alias}.livemode = $2`;
  const sources = [
    ...(patterns.length > 0 ? [{ alias: 'w', sql: wordsMatching(patterns, bind(indexedTo)) }] : []),
    ...(wide.length > 0 ? [{ alias: 'h', sql: 'certificates' }] : []),
    ...(narrow.length > 0 ? [{ alias: 's', sql: 'certificate_search' }] : []),
  ];
  const [first = { alias: 's', sql: 'certificate_search' }, ...more] = sources;
  const number = `${first.alias}.number`;
  const joined = more.map(
    ({ alias, sql }) => ` join ${sql} ${alias} on ${owned(alias)} and ${alias}.number = ${number}`,
  );
  return {
    from: `${first.sql} ${first.alias}${joined.join('')}`,
    number,
    conditions: [...(first.alias === 'w' ? [] : [owned(first.alias)]), ...wide, ...narrow],
    params,
  };
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
  const { sha256, externalId, metadata, text } = filter;
  const conditions: string[] = [];
  if (sha256 !== undefined) conditions.push(`h.sha256 = ${bind(Buffer.from(sha256, 'hex'))}`);
  if (externalId !== undefined) conditions.push(`h.external_id = ${bind(externalId)}`);
  if (metadata !== undefined) {
    const wanted = `${bind(JSON.stringify(metadata))}::jsonb`;
    // The first is what the index is over; two texts may have the same number in it.
    conditions.push(
      `metadata_terms(h.account_id, h.livemode, h.metadata) @> metadata_terms($1, $2, ${wanted})`,
      `h.metadata @> ${wanted}`,
    );
  }
  const exact = isExact ? exactOf(text ?? '') : undefined;
  if (exact?.id !== undefined) conditions.push(`h.id = ${bind(exact.id)}`);
  else if (exact !== undefined) conditions.push(`h.sha256 between ${bind(exact.from)} and ${bind(exact.to)}`);
  return conditions;
}

type Pattern = { isIndexed: boolean; at: string };

/** Those whose words are indexed, and the newest, whose words are not. */
function wordsMatching(patterns: readonly Pattern[], indexedTo: string): string {
  const all = (words: (pattern: Pattern) => string) =>
    patterns.map((pattern) => `${words(pattern)} like plain_text(${pattern.at})`).join(' and ');
  // The index of a pattern without three letters together would be read whole: more work than reading the rows.
  const indexed = all(({ isIndexed }) => (isIndexed ? 'words' : "(words || '')"));
  return `(
    select number from certificate_words
     where account_id = $1 and livemode = $2 and number <= ${indexedTo}::bigint and ${indexed}
    union all
    select number from certificates
     where account_id = $1 and livemode = $2 and number > ${indexedTo}::bigint
       and ${all(() => 'search_words(title, file_name, document_type, external_id)')}
  )`;
}
