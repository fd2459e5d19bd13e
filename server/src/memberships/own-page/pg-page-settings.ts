/** A council's settings for its members' pages. */

import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';

export type PrivacyNotice = { version: string; url: string };

export type PageSettings = {
  name: string;
  timeZone: string;
  remindMembers: boolean;
  /** The privacy notice to which members agree. Without one, they cannot consent on their page. */
  privacyNotice: PrivacyNotice | undefined;
};

/** Undefined if there is no such account, or it was closed. */
export async function readPageSettings(
  { query }: Pick<Tools, 'query'>,
  accountId: AccountId,
): Promise<PageSettings | undefined> {
  const [row] = await query(
    `select coalesce(c.name, a.name) as name, coalesce(a.time_zone, 'America/Mexico_City') as time_zone,
            coalesce(c.remind_members, false) as remind_members, c.privacy_notice
       from accounts a left join councils c on c.account_id = a.id where a.id = $1 and a.closed_at is null`,
    [accountId],
    'own-page-settings',
  );
  if (row === undefined) return undefined;
  return {
    name: read.text(row, 'name'),
    timeZone: read.text(row, 'time_zone'),
    remindMembers: read.boolean(row, 'remind_members'),
    privacyNotice:
      row.privacy_notice === null ? undefined : read.shaped(row, 'privacy_notice', isNotice, 'a notice'),
  };
}

export async function writePageSettings(
  { query }: Pick<Tools, 'query'>,
  accountId: AccountId,
  { remindMembers, privacyNotice }: Pick<PageSettings, 'remindMembers' | 'privacyNotice'>,
  at: Date,
): Promise<void> {
  await query(
    `insert into councils (account_id, remind_members, privacy_notice, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set remind_members = excluded.remind_members,
       privacy_notice = excluded.privacy_notice, updated_at = excluded.updated_at`,
    [accountId, remindMembers, privacyNotice === undefined ? null : JSON.stringify(privacyNotice), at],
    'write-own-page-settings',
  );
}

function isNotice(value: unknown): value is PrivacyNotice {
  return read.isRecord(value) && typeof value.version === 'string' && typeof value.url === 'string';
}
