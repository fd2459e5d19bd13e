import { expect, test } from 'vitest';
import { openTestSello } from '../../harness/test-sello.ts';

const CALLER = '203.0.113.9';

/** The address that the log has for a request that came in over loopback and says that it is CALLER's. */
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

test('what a caller says about its own address is not believed', async () => {
  expect(await loggedAddress({})).toBe('127.0.0.1');
});

test('a balancer that the operator named is believed', async () => {
  expect(await loggedAddress({ SELLO_TRUSTED_PROXIES: '127.0.0.0/8, ::1' })).toBe(CALLER);
});

test('a proxy on another network is not', async () => {
  expect(await loggedAddress({ SELLO_TRUSTED_PROXIES: '10.0.0.0/8' })).toBe('127.0.0.1');
});
