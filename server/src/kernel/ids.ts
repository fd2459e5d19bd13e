/** Identifiers: a prefix for the type, then 22 characters that sort by age and cannot be guessed. */

import { decodeBase62, encodeBase62, randomBase62 } from './base62.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type AccountId = Branded<'account'>;
export type PersonId = Branded<'person'>;
export type InvitationId = Branded<'invitation'>;
export type KeyId = Branded<'key'>;
export type CertificateId = Branded<'certificate'>;
export type BatchId = Branded<'batch'>;
export type SessionId = Branded<'session'>;
export type PasskeyId = Branded<'passkey'>;
export type ProgramId = Branded<'program'>;
export type MemberId = Branded<'member'>;
export type ClockId = Branded<'test clock'>;
export type MembershipId = Branded<'membership'>;
export type TermId = Branded<'term'>;
export type CourseId = Branded<'course'>;
export type AwardId = Branded<'award'>;
export type RosterId = Branded<'roster'>;
export type OrganizerId = Branded<'organiser'>;
export type ImportId = Branded<'import'>;
export type MarkingId = Branded<'marking'>;
export type RenewalId = Branded<'renewal'>;
export type WebhookId = Branded<'webhook'>;
export type DeliveryId = Branded<'delivery'>;
export type EventId = Branded<'event'>;
export type DocumentId = Branded<'document'>;
export type EvidenceId = Branded<'evidence'>;
export type MemberRequestId = Branded<'member request'>;
export type DrawId = Branded<'draw'>;
export type ReviewId = Branded<'review'>;
export type WatchId = Branded<'watch'>;
export type WatchAddressId = Branded<'watch address'>;
export type CheckpointStampId = Branded<'checkpoint stamp'>;
export type HoldId = Branded<'legal hold'>;
export type AllowanceRequestId = Branded<'allowance request'>;

export type IdByPrefix = {
  acct: AccountId;
  per: PersonId;
  inv: InvitationId;
  key: KeyId;
  cert: CertificateId;
  bat: BatchId;
  sess: SessionId;
  passkey: PasskeyId;
  prg: ProgramId;
  mem: MemberId;
  clk: ClockId;
  mbs: MembershipId;
  trm: TermId;
  crs: CourseId;
  awd: AwardId;
  rst: RosterId;
  org: OrganizerId;
  imp: ImportId;
  mrk: MarkingId;
  rnw: RenewalId;
  whk: WebhookId;
  dlv: DeliveryId;
  evt: EventId;
  doc: DocumentId;
  evd: EvidenceId;
  mrq: MemberRequestId;
  drw: DrawId;
  rvw: ReviewId;
  wch: WatchId;
  wad: WatchAddressId;
  cst: CheckpointStampId;
  hld: HoldId;
  alr: AllowanceRequestId;
};

export type NewId = <Prefix extends keyof IdByPrefix>(prefix: Prefix) => IdByPrefix[Prefix];

/**
 * Makes ids of 48 bits of milliseconds and 80 random bits. Ids that are made at about the same time lie together in
 * an index.
 */
export function makeNewId(now: () => Date, randomBytes: (size: number) => Uint8Array): NewId {
  return (prefix) => {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(now().getTime()) << 16n);
    bytes.set(randomBytes(10), 6);
    return `${prefix}_${encodeBase62(bytes, 22)}` as IdByPrefix[typeof prefix];
  };
}

/** The lowest id that could be made at this moment. Earlier ids sort before it, later ones after it. */
export function lowestIdAt<Prefix extends keyof IdByPrefix>(
  prefix: Prefix,
  moment: Date,
): IdByPrefix[Prefix] {
  return makeNewId(
    () => moment,
    (size) => new Uint8Array(size),
  )(prefix);
}

/**
 * The id of the account that a person opened at sign-up; it ends like the id of the person. Before persons had ids of
 * their own there was only the account. With the same ending, what was sealed, hashed or counted under the account's
 * id is still found.
 */
export function firstAccountOf(person: PersonId): AccountId {
  return `acct_${person.slice(4)}` as AccountId;
}

export function firstOwnerOf(account: AccountId): PersonId {
  return `per_${account.slice(5)}` as PersonId;
}

/** When an id was made; undefined for a text that is not an id. */
export function momentOfId(id: string): Date | undefined {
  const bytes = decodeBase62(id.slice(id.indexOf('_') + 1), 16);
  return bytes && new Date(Number(new DataView(bytes.buffer).getBigUint64(0) >> 16n));
}

/** Reads an id of this type. Undefined when `text` cannot be one of ours, which saves a database query. */
export function parseId<Prefix extends keyof IdByPrefix>(
  prefix: Prefix,
  text: string,
): IdByPrefix[Prefix] | undefined {
  const isOurs =
    text.length === prefix.length + 23 &&
    text.startsWith(`${prefix}_`) &&
    /^[a-z]+_[0-9A-Za-z]{22}$/.test(text);
  return isOurs ? (text as IdByPrefix[Prefix]) : undefined;
}

/** Request ids, unique across processes and restarts. They protect nothing, so a counter is enough. */
export function makeRequestIds(randomBytes: (size: number) => Uint8Array): () => string {
  const start = `req_${randomBase62(randomBytes, 14)}`;
  let count = 0;
  return () => {
    count += 1;
    return start + count.toString(36).padStart(8, '0');
  };
}
