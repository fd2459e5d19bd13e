import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { pageHeaders } from './headers.ts';

const SITE = { baseUrl: 'https://sello.example' };

/**
 * Gives the request that Fastify makes behind a trusted proxy: its `host` is what the caller put into
 * X-Forwarded-Host.
 */
function scriptsFor(host: string, forwarded: string): string | undefined {
  const raw = { headers: { host, 'x-forwarded-host': forwarded } } as unknown as IncomingMessage;
  const request = { raw, host: forwarded };
  const policy = pageHeaders(SITE, request)['content-security-policy'] ?? '';
  return /script-src ([^;]*);/.exec(policy)?.[1];
}

test('P48 an address of this machine gets into the policy from the header Host alone', () => {
  expect(scriptsFor('sello.example', 'localhost:9999')).toBe('https://sello.example/assets/');
  expect(scriptsFor('localhost:3000', 'sello.example')).toBe(
    'https://sello.example/assets/ localhost:3000/assets/',
  );
  expect(scriptsFor('LOCALHOST:3000', 'evil.example')).toBe(
    'https://sello.example/assets/ localhost:3000/assets/',
  );
  expect(scriptsFor('evil.example', 'evil.example')).toBe('https://sello.example/assets/');
});
