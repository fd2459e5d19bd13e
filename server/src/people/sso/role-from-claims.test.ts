import { expect, test } from 'vitest';
import { roleFromClaims } from './role-from-claims.ts';

const settings = {
  roleClaim: 'groups',
  roles: new Map([
    ['staff', 'certifier'],
    ['managers', 'admin'],
    ['readers', 'viewer'],
  ] as const),
  defaultRole: 'viewer',
} as const;

test('of several values the one with most rights wins, in whatever order they come', () => {
  expect(roleFromClaims(settings, { groups: ['readers', 'managers', 'staff'] })).toBe('admin');
  expect(roleFromClaims(settings, { groups: ['staff', 'readers'] })).toBe('certifier');
});

test('a single text counts as a list of one', () => {
  expect(roleFromClaims(settings, { groups: 'staff' })).toBe('certifier');
});

test('a claim inside another is found by its dots, but a claim of the whole name comes first', () => {
  const nested = { ...settings, roleClaim: 'realm_access.roles' };
  expect(roleFromClaims(nested, { realm_access: { roles: ['managers'] } })).toBe('admin');
  expect(
    roleFromClaims(nested, { 'realm_access.roles': 'staff', realm_access: { roles: ['managers'] } }),
  ).toBe('certifier');
});

test('without a known value the default decides, whatever the claim is', () => {
  for (const groups of [undefined, null, 7, {}, [], ['unknown'], [['managers']], 'owner', '__proto__'])
    expect(roleFromClaims({ ...settings, defaultRole: 'refused' }, { groups })).toBe('refused');
});
