import { expect, test } from 'vitest';
import { isOnLoopback } from './on-loopback.ts';

const local = { host: '127.0.0.1', baseUrl: 'http://localhost:3000', trustedProxies: [] };

test('a service that listens only on this machine, under an address of this machine, is on loopback', () => {
  expect(isOnLoopback(local)).toBe(true);
  expect(isOnLoopback({ ...local, host: 'localhost', baseUrl: 'http://127.0.0.1' })).toBe(true);
  expect(isOnLoopback({ ...local, host: '::1', baseUrl: 'http://[::1]:3000' })).toBe(true);
});

test.each([
  { host: '0.0.0.0' },
  { host: '::' },
  { host: '10.0.0.1' },
  { host: '127.0.0.1.example.com' },
  { baseUrl: 'https://sello.example.com' },
  { baseUrl: 'https://localhost.example.com' },
  { trustedProxies: ['127.0.0.1'] },
])('it is not with %o', (changed) => {
  expect(isOnLoopback({ ...local, ...changed })).toBe(false);
});
