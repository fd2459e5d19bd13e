/** Codes that were mailed. Only keyed hashes of them are stored. */

import * as read from '../../../database/row-reader.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';

type Ports = Pick<Tools, 'query'>;

type NewCode = {
  accountId: AccountId;
  subject: Uint8Array;
  codeMac: Uint8Array;
  expiresAt: Date;
  /** Set if the code proves a new address. */
  memberId?: MemberId;
  email?: string;
};

/** Replaces the previous code and its count of attempts. How many codes may be requested is limited elsewhere. */
export async function writeCode({ query }: Ports, code: NewCode): Promise<void> {
  await query(
    `insert into member_codes (account_id, subject, code_mac, tries, member_id, email, expires_at)
     values ($1, $2, $3, 0, $4, $5, $6)
     on conflict (account_id, subject) do update set code_mac = excluded.code_mac, tries = 0,
       member_id = excluded.member_id, email = excluded.email, expires_at = excluded.expires_at`,
    [code.accountId, code.subject, code.codeMac, code.memberId ?? null, code.email ?? null, code.expiresAt],
    'write-member-code',
  );
}

const MOST_TRIES = 5;

/** Counts an attempt before anything is compared, so that of a thousand simultaneous guesses only five are checked. */
export async function tryCode(
  { query }: Ports,
  accountId: AccountId,
  subject: Uint8Array,
  now: Date,
): Promise<{ codeMac: Uint8Array; memberId: MemberId | undefined; email: string | undefined } | undefined> {
  const [row] = await query(
    `update member_codes set tries = tries + 1
      where account_id = $1 and subject = $2 and expires_at > $3 and tries < ${MOST_TRIES}
      returning code_mac, member_id, email`,
    [accountId, subject, now],
    'try-member-code',
  );
  if (row === undefined) return undefined;
  return {
    codeMac: read.bytes(row, 'code_mac'),
    memberId: row.member_id === null ? undefined : read.id('mem', row, 'member_id'),
    email: read.optionalText(row, 'email'),
  };
}

/** Takes one try off the count, because the code was right but the visitor still has to choose the member. */
export async function giveTryBack(
  { query }: Ports,
  accountId: AccountId,
  subject: Uint8Array,
): Promise<void> {
  await query(
    'update member_codes set tries = greatest(tries - 1, 0) where account_id = $1 and subject = $2',
    [accountId, subject],
    'give-member-try-back',
  );
}

/** Deletes the code, and returns whether it still existed: of two requests with the right code, only one succeeds. */
export async function useUpCode(
  { query }: Ports,
  accountId: AccountId,
  subject: Uint8Array,
  codeMac: Uint8Array,
): Promise<boolean> {
  const rows = await query(
    'delete from member_codes where account_id = $1 and subject = $2 and code_mac = $3 returning account_id',
    [accountId, subject, codeMac],
    'use-up-member-code',
  );
  return rows.length === 1;
}
