/** A key as edited in a form, and the request made from it. */

import { nextDay, startOfDay } from '../../i18n/start-of-day.ts';
import type { ApiKey, KeyChange, KeyScope, Mode, NewKey, Scope } from '../api.ts';

/** The default scopes of a new key. */
export const CERTIFICATE_SCOPES: readonly Scope[] = [
  'certificates:write',
  'certificates:read',
  'proofs:read',
  'verify:read',
];

/** People and the audit log belong to no mode, so a test key cannot have these scopes. */
const LIVE_SCOPES: readonly Scope[] = ['audit:read', 'people:read', 'people:write'];

export function mayHave(mode: Mode, scope: Scope): boolean {
  return mode === 'live' || !LIVE_SCOPES.includes(scope);
}

export const EXPIRIES = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number] | 'keep';

export type KeyDraft = {
  name: string;
  mode: Mode;
  scopes: readonly KeyScope[];
  rate: string;
  quota: string;
  expiry: Expiry;
  /** The last day on which the key works, when `expiry` is `date`. */
  lastDay: string;
};

type DraftFault = 'needsName' | 'needsScope' | 'notWhole' | 'needsDate';
export type DraftFaults = Partial<Record<'name' | 'scopes' | 'rate' | 'quota' | 'lastDay', DraftFault>>;

/** The server's defaults. */
export const ORDINARY_RATE = 60;
export const ORDINARY_QUOTA = 1_000;

export function emptyDraft(mode: Mode): KeyDraft {
  return { name: '', mode, scopes: CERTIFICATE_SCOPES, rate: '', quota: '', expiry: 'never', lastDay: '' };
}

export function draftOf(key: ApiKey): KeyDraft {
  return {
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    rate: String(key.rate_per_minute),
    quota: String(key.monthly_quota),
    expiry: key.expires_at === null ? 'never' : 'keep',
    lastDay: '',
  };
}

type Clock = { now: Date; timeZone: string };

/** Only a new key may leave its limits empty. */
export function faultsOf(draft: KeyDraft, clock: Clock, isNew: boolean): DraftFaults {
  const ends = expiryOf(draft, clock);
  return {
    ...(draft.name.trim() === '' && { name: 'needsName' }),
    ...(draft.scopes.length === 0 && { scopes: 'needsScope' }),
    ...(!isLimit(draft.rate, isNew) && { rate: 'notWhole' }),
    ...(!isLimit(draft.quota, isNew) && { quota: 'notWhole' }),
    ...(draft.expiry === 'date' &&
      (typeof ends !== 'string' || Date.parse(ends) <= clock.now.getTime()) && { lastDay: 'needsDate' }),
  };
}

export function toNewKey(draft: KeyDraft, clock: Clock): NewKey {
  const ends = expiryOf(draft, clock);
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    scopes: draft.scopes.filter((scope) => scope !== 'desk').filter((scope) => mayHave(draft.mode, scope)),
    ...(draft.rate !== '' && { rate_per_minute: Number(draft.rate) }),
    ...(draft.quota !== '' && { monthly_quota: Number(draft.quota) }),
    ...(ends && { expires_at: ends }),
  };
}

/** Only what differs, so that the audit log shows what was really changed. */
export function toKeyChange(key: ApiKey, draft: KeyDraft, clock: Clock): KeyChange {
  const { name, scopes, rate_per_minute, monthly_quota } = toNewKey(draft, clock);
  const ends = expiryOf(draft, clock);
  return {
    ...(name !== key.name && { name }),
    ...(scopes && key.organizer_id === null && !isSameSet(scopes, key.scopes) && { scopes }),
    ...(rate_per_minute !== undefined && rate_per_minute !== key.rate_per_minute && { rate_per_minute }),
    ...(monthly_quota !== undefined && monthly_quota !== key.monthly_quota && { monthly_quota }),
    ...(ends !== undefined && ends !== key.expires_at && { expires_at: ends }),
  };
}

/** `null` means never; undefined means unchanged, or a date not chosen yet. */
function expiryOf({ expiry, lastDay }: KeyDraft, { now, timeZone }: Clock): string | null | undefined {
  if (expiry === 'never') return null;
  if (expiry === 'keep') return undefined;
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * 86_400_000).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lastDay)) return undefined;
  return startOfDay(nextDay(lastDay), timeZone).toISOString();
}

function isLimit(text: string, mayBeEmpty: boolean): boolean {
  return text === '' ? mayBeEmpty : /^[1-9]\d{0,8}$/.test(text);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}
