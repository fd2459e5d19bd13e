/** Kept revocation answers in PostgreSQL. */

import { hash } from 'node:crypto';
import type { KeptAnswer } from '@sello/proof';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { KeptRevocationStore, WatchedChain } from './kept-ports.ts';

const KINDS = ['crl', 'ocsp'] as const;

const CHAINS = `
  select s.sha256, s.chain,
         array(select k.position || ' ' || k.kind from kept_revocation k
                where k.chain_sha256 = s.sha256 and k.day = $1::date) as kept
    from signing_chains s order by s.sha256`;

const KEEP = `
  with answer as (
    insert into revocation_answers (sha256, kind, der) values ($5, $3, $6) on conflict do nothing
  )
  insert into kept_revocation (chain_sha256, position, kind, day, answer_sha256, this_update, outcome, kept_at)
  values ($1, $2, $3, $4, $5, $7, $8, $9) on conflict do nothing`;

const ABOUT = `
  with places as (
    select distinct position, kind from kept_revocation where chain_sha256 = $1
  ), chosen as (
    select k.answer_sha256, p.position, p.kind, k.this_update from places p, lateral (
      (select * from kept_revocation where chain_sha256 = $1 and position = p.position and kind = p.kind
          and this_update >= $2 order by this_update limit 1)
      union all
      (select * from kept_revocation where chain_sha256 = $1 and position = p.position and kind = p.kind
          and this_update < $2 order by this_update desc limit 1)
      limit 1
    ) k
    union
    select k.answer_sha256, p.position, p.kind, k.this_update from places p, lateral (
      select * from kept_revocation where chain_sha256 = $1 and position = p.position and kind = p.kind
         and outcome = 'revoked' order by this_update limit 1
    ) k
  )
  select a.kind, a.der from chosen c join revocation_answers a on a.sha256 = c.answer_sha256
   group by a.sha256 order by min(c.position), a.kind, min(c.this_update), a.sha256`;

export function makeKeptRevocationStore(database: Database): KeptRevocationStore {
  return {
    async chains(day) {
      return (await database.query(CHAINS, [day], 'watched-chains')).map(toChain);
    },

    async keep({ chainSha256, position, day, answer, thisUpdate, outcome }, now) {
      const { kind, der } = answer;
      const sha256 = hash('sha256', der, 'buffer');
      const params = [chainSha256, position, kind, day, sha256, der, thisUpdate, outcome, now];
      await database.query(KEEP, params, 'keep-revocation');
    },

    async about(chainSha256, stampedAt) {
      return (await database.query(ABOUT, [chainSha256, stampedAt], 'kept-revocation')).map(toAnswer);
    },
  };
}

function toAnswer(row: Row): KeptAnswer {
  return { kind: read.oneOf(row, 'kind', KINDS), der: read.bytes(row, 'der') };
}

function toChain(row: Row): WatchedChain {
  const kept = read.textList(row, 'kept').map((one) => {
    const [position, kind] = one.split(' ');
    return { position: Number(position), kind: kind === 'ocsp' ? ('ocsp' as const) : ('crl' as const) };
  });
  return { sha256: read.bytes(row, 'sha256'), chain: read.bytesList(row, 'chain'), kept };
}
