import { expect, test } from 'vitest';
import type { ApiKey } from '../api.ts';
import { draftOf, emptyDraft, faultsOf, toKeyChange, toNewKey } from './key-draft.ts';

const clock = { now: new Date('2026-01-31T12:00:00Z'), timeZone: 'America/Mexico_City' };

const key: ApiKey = {
  id: 'key_1',
  object: 'key',
  name: 'Servidor',
  mode: 'live',
  status: 'active',
  scopes: ['certificates:write', 'certificates:read'],
  rate_per_minute: 60,
  monthly_quota: 1_000,
  month_requests: 0,
  hint: 'sello_live_abc…wxyz',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-03-01T06:00:00.000Z',
  revoked_at: null,
  revoked_reason: null,
  last_used_at: null,
  old_secret_ends_at: null,
  created_by: null,
  organizer_id: null,
};

test('an unedited form sends name, mode and scopes, and leaves the limits to the service', () => {
  const draft = { ...emptyDraft('test'), name: '  Servidor ' };
  expect(faultsOf(draft, clock, true)).toEqual({});
  expect(toNewKey(draft, clock)).toEqual({ name: 'Servidor', mode: 'test', scopes: draft.scopes });
});

test('each fault is named at its field', () => {
  const draft = {
    ...emptyDraft('live'),
    name: ' ',
    scopes: [],
    rate: '0',
    quota: '1.5',
    expiry: 'date' as const,
  };
  expect(faultsOf(draft, clock, true)).toEqual({
    name: 'needsName',
    scopes: 'needsScope',
    rate: 'notWhole',
    quota: 'notWhole',
    lastDay: 'needsDate',
  });
});

test('a key expires at the end of its last day in the account’s time zone', () => {
  const draft = { ...emptyDraft('live'), name: 'x', expiry: 'date' as const, lastDay: '2026-02-10' };
  expect(toNewKey(draft, clock).expires_at).toBe('2026-02-11T06:00:00.000Z');
  expect(faultsOf({ ...draft, lastDay: '2026-01-31' }, clock, true)).toEqual({});
  expect(faultsOf({ ...draft, lastDay: '2026-01-30' }, clock, true)).toEqual({ lastDay: 'needsDate' });
});

test('a change sends only what differs', () => {
  expect(toKeyChange(key, draftOf(key), clock)).toEqual({});
  const changed = { ...draftOf(key), name: 'Otro', rate: '120', expiry: 'never' as const };
  expect(toKeyChange(key, changed, clock)).toEqual({ name: 'Otro', rate_per_minute: 120, expires_at: null });
  const reordered = { ...draftOf(key), scopes: [...key.scopes].reverse() };
  expect(toKeyChange(key, reordered, clock)).toEqual({});
});

test('a change cannot leave a limit empty', () => {
  expect(faultsOf({ ...draftOf(key), quota: '' }, clock, false)).toEqual({ quota: 'notWhole' });
});

test('a test key never gets scopes for people or the audit log, even if they were chosen for a live key', () => {
  const scopes = ['audit:read', 'people:write', 'usage:read', 'proofs:read'] as const;
  expect(toNewKey({ ...emptyDraft('test'), name: 'x', scopes }, clock).scopes).toEqual([
    'usage:read',
    'proofs:read',
  ]);
  expect(toNewKey({ ...emptyDraft('live'), name: 'x', scopes }, clock).scopes).toEqual(scopes);
});
