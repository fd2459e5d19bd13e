import { afterEach, expect, test, vi } from 'vitest';
import { accountIn, accountOfCalls, pathIn, rememberAccount } from './account.ts';

const ONE = 'acct_0123456789012345678901';
const OTHER = 'acct_abcdefghijklmnopqrstuv';

afterEach(() => {
  rememberAccount(undefined);
  vi.unstubAllGlobals();
});

test('an account named in the address comes first', () => {
  expect(accountIn(`/${ONE}`)).toBe(ONE);
  expect(accountIn(`/${ONE}/certificates`)).toBe(ONE);
  for (const path of ['/', '/certificates', `/certificates/${ONE}`, '/acct_', `/${ONE}-x`])
    expect(accountIn(path)).toBeUndefined();
});

test('a page keeps its place in another account', () => {
  expect(pathIn(OTHER, `/${ONE}/certificates`)).toBe(`/${OTHER}/certificates`);
  expect(pathIn(OTHER, '/certificates')).toBe(`/${OTHER}/certificates`);
  expect(pathIn(OTHER, '/')).toBe(`/${OTHER}`);
  expect(pathIn(undefined, `/${ONE}/keys`)).toBe('/keys');
  expect(pathIn(undefined, `/${ONE}`)).toBe('/');
});

test('calls name the account of the address, else the one used last, else none', () => {
  vi.stubGlobal('location', { pathname: '/dashboard/keys' });
  expect(accountOfCalls()).toBeUndefined();
  rememberAccount(OTHER);
  expect(accountOfCalls()).toBe(OTHER);
  vi.stubGlobal('location', { pathname: `/dashboard/${ONE}/keys` });
  expect(accountOfCalls()).toBe(ONE);
});
