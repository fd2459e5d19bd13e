import { expect, test } from 'vitest';
import { lackingScope } from './lacking-scope.ts';

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
