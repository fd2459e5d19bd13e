/** The queue of documents that nobody waits for. */

import { id, number } from '../../database/row-reader.ts';
import type { AwardId, DocumentId, MemberId, NewId, RenewalId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { DocumentKind, Requester } from './document.ts';

type Ports = Pick<Tools, 'query'>;

export type WantedDocument = {
  /** Drawn where it is left out. */
  id?: DocumentId;
  kind: DocumentKind;
  memberId: MemberId;
  awardId?: AwardId;
  renewalId?: RenewalId;
  asked?: Record<string, unknown>;
  reason?: string | undefined;
};

/**
 * Asks for documents, all at the same moment. It has neither folio nor code yet: they are drawn when it is made, so that
 * what is dropped from the queue leaves no gap. One that is asked for twice is there once.
 */
export async function askForDocuments(
  { query, newId }: Ports & { newId: NewId },
  { accountId, livemode }: Owner,
  wanted: readonly WantedDocument[],
  by: Requester,
  at: Date,
): Promise<DocumentId[]> {
  const made: DocumentId[] = [];
  for (let from = 0; from < wanted.length; from += SLICE) {
    const slice = wanted.slice(from, from + SLICE);
    const rows = await query(
      `insert into documents (id, account_id, livemode, kind, member_id, award_id, renewal_id, asked, reason, requested_by, due_at,
                              created_at, updated_at)
       select n.id, $1, $2, n.kind, n.member_id, n.award_id, n.renewal_id, n.asked, n.reason, $3, $4, $4, $4
         from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::jsonb[], $11::text[])
              as n (id, kind, member_id, award_id, renewal_id, asked, reason)
       on conflict do nothing returning id`,
      [accountId, livemode, { type: by.type, id: by.id }, at, ...columnsOf(slice, newId)],
      'ask-for-documents',
    );
    made.push(...rows.map((row) => id('doc', row, 'id')));
  }
  return made;
}

const SLICE = 1_000;

function columnsOf(wanted: readonly WantedDocument[], newId: NewId): unknown[] {
  return [
    wanted.map(({ id: given }) => given ?? newId('doc')),
    wanted.map(({ kind }) => kind),
    wanted.map(({ memberId }) => memberId),
    wanted.map(({ awardId }) => awardId),
    wanted.map(({ renewalId }) => renewalId),
    wanted.map(({ asked }) => asked && JSON.stringify(asked)),
    wanted.map(({ reason }) => reason),
  ];
}

/** Those of these awards that have no folio yet; returns how many. One that has is finished or stays failed. */
export async function dropQueued({ query }: Ports, awardIds: readonly AwardId[]): Promise<number> {
  if (awardIds.length === 0) return 0;
  const rows = await query(
    'delete from documents where award_id = any($1) and folio is null returning 1 as gone',
    [awardIds],
    'drop-queued',
  );
  return rows.length;
}

/** Documents that wait and that no process is making. */
export async function dueDocuments(
  { query }: Ports,
  process: number,
  now: Date,
  count: number,
): Promise<{ owner: Owner; id: DocumentId; attempts: number }[]> {
  const rows = await query(
    `select account_id, livemode, id, attempts from documents
      where status = 'queued' and due_at <= $2
        and (claimed_by is null or claimed_by = $1 or not process_is_alive(claimed_by))
      order by due_at, id limit $3`,
    [process, now, count],
    'due-documents',
  );
  return rows.map((row) => ({
    owner: { accountId: id('acct', row, 'account_id'), livemode: row.livemode === true },
    id: id('doc', row, 'id'),
    attempts: number(row, 'attempts'),
  }));
}
