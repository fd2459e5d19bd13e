import { expect, test } from 'vitest';
import { lackingScope, waitsWhileSuspended } from './lacking-scope.ts';

test('a call needs its scope, and the scope that it also needs', () => {
  expect(lackingScope(['keys:read'], 'createKey')).toBe('keys:write');
  expect(lackingScope(['keys:write'], 'createKey')).toBeUndefined();
  expect(lackingScope(['awards:read'], 'getTranscript')).toBe('members:read');
  expect(lackingScope(['awards:read', 'members:read'], 'getTranscript')).toBeUndefined();
});

test('of several scopes one is enough, and the first is named', () => {
  expect(lackingScope([], 'listRosters')).toBe('awards:read');
  expect(lackingScope(['awards:write'], 'listRosters')).toBeUndefined();
});

test('a part of a call asks for a scope by its name', () => {
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
