import { expect, test } from 'vitest';
import { openTestSello } from '../../harness/test-sello.ts';

const CALLER = '203.0.113.9';

/** The address that the log records for a loopback request whose headers claim that it comes from CALLER. */
async function loggedAddress(env: Record<string, string>): Promise<string> {
  const sello = await openTestSello(env);
  try {
    const baseUrl = await sello.listen();
    await fetch(`${baseUrl}/healthz`, { headers: { 'x-forwarded-for': CALLER } });
    const line = () => sello.logLines.find((one) => one.includes('/healthz'));
    await expect.poll(line).toBeDefined();
    return JSON.parse(line()!).ip;
  } finally {
    await sello.close();
  }
}

test('a caller’s own claim about its address is ignored', async () => {
  expect(await loggedAddress({})).toBe('127.0.0.1');
});

test('a load balancer named by the operator is trusted', async () => {
  expect(await loggedAddress({ SELLO_TRUSTED_PROXIES: '127.0.0.0/8, ::1' })).toBe(CALLER);
});

test('a proxy on another network is not trusted', async () => {
  expect(await loggedAddress({ SELLO_TRUSTED_PROXIES: '10.0.0.0/8' })).toBe('127.0.0.1');
});
