import { expect, test } from 'vitest';
import { lackingScope, waitsWhileSuspended } from './lacking-scope.ts';

test('a call needs its scope and its second scope', () => {
  expect(lackingScope(['keys:read'], 'createKey')).toBe('keys:write');
  expect(lackingScope(['keys:write'], 'createKey')).toBeUndefined();
  expect(lackingScope(['awards:read'], 'getTranscript')).toBe('members:read');
  expect(lackingScope(['awards:read', 'members:read'], 'getTranscript')).toBeUndefined();
});

test('if one of several scopes is enough, the first one is named as missing', () => {
  expect(lackingScope([], 'listRosters')).toBe('awards:read');
  expect(lackingScope(['awards:write'], 'listRosters')).toBeUndefined();
});

test('a part of a call names its scope directly', () => {
  expect(lackingScope([], 'members:identify')).toBe('members:identify');
  expect(lackingScope(['owner'], 'requestDeletion')).toBeUndefined();
  expect(lackingScope(['account:write'], 'requestDeletion')).toBe('owner');
});

test('while the account is suspended, changes wait, but reading and taking access away do not', () => {
  const acts = ['createCertificate', 'approveAward', 'certificates:write', 'cancelDeletion'] as const;
  expect(acts.filter((act) => !waitsWhileSuspended(act))).toEqual([]);
  const open = [
    ...(['listKeys', 'exportCertificates', 'searchMembers', 'members:identify', 'owner'] as const),
    ...(['revokeKey', 'endKeyReview', 'revokeInvitation'] as const),
  ];
  expect(open.filter(waitsWhileSuspended)).toEqual([]);
});
