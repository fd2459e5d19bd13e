import { expect, test } from 'vitest';
import { readSettings } from '../kernel/settings/reader.ts';
import { readHttpSettings } from './settings.ts';

test('the base address loses its last slash, so that joined addresses have exactly one', () => {
  const baseUrlOf = (given: string) => readHttpSettings(readSettings({ SELLO_BASE_URL: given })).baseUrl;
  expect(baseUrlOf('https://x.example//')).toBe('https://x.example');
  expect(baseUrlOf('https://x.example/sello/')).toBe('https://x.example/sello');
});

test('without a base address it is this machine with its port', () => {
  expect(readHttpSettings(readSettings({ PORT: '8080' })).baseUrl).toBe('http://localhost:8080');
});

test('balancers are addresses or networks', () => {
  const proxies = ' 10.0.0.0/8, ::1 ';
  expect(readHttpSettings(readSettings({ SELLO_TRUSTED_PROXIES: proxies })).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
  ]);
});
