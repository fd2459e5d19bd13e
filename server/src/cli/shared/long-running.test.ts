import { expect, test } from 'vitest';
import { openTerminalLogger, readServerConfig } from './long-running.ts';
import type { Terminal } from './terminal.ts';

/** What `sello serve` says on standard error before it starts. */
async function notesOf(env: Record<string, string>): Promise<string[]> {
  const notes: string[] = [];
  await readServerConfig({ env, error: (line: string) => notes.push(line) } as unknown as Terminal);
  return notes;
}

test.for(['0.0.0.0', '::', '192.0.2.7', 'sello.internal'])(
  'a server on %s, which other machines can reach, warns if no proxy is named',
  async (host) => {
    const [note, ...more] = await notesOf({ SELLO_HOST: host });
    expect(note).toContain(
      `${host} can be reached from other machines and SELLO_TRUSTED_PROXIES names no proxy`,
    );
    expect(more).toEqual([]);
    expect(await notesOf({ SELLO_HOST: host, SELLO_TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([]);
  },
);

test.for(['127.0.0.1', '127.3.2.1', '::1', 'localhost'])('a server on %s does not', async (host) => {
  expect(await notesOf({ SELLO_HOST: host })).toEqual([]);
});

test('SELLO_LOG_LEVEL is the lowest level that is written, and an unknown word is refused', async () => {
  const { logLevel } = await readServerConfig({ env: { SELLO_LOG_LEVEL: 'warn' } } as unknown as Terminal);
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const logger = openTerminalLogger({ write } as unknown as Terminal, logLevel);
  logger.info('request');
  logger.warn('psc.failed');
  await expect.poll(() => written).toContain('psc.failed');
  expect(written).not.toContain('request');
  await expect(readServerConfig({ env: { SELLO_LOG_LEVEL: 'loud' } } as unknown as Terminal)).rejects.toThrow(
    'SELLO_LOG_LEVEL',
  );
});

test('P121 a process that ends writes what waits, and how often the last failure was repeated', () => {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const before = new Set(process.listeners('exit'));
  const logger = openTerminalLogger({ write } as unknown as Terminal);
  const [atExit] = process.listeners('exit').filter((listener) => !before.has(listener));
  for (let i = 0; i < 5; i++) logger.warn('psc.failed', { requestId: `req_${i}` });
  atExit?.(0);
  const lines = written.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'psc.failed', requestId: 'req_0' },
    { event: 'psc.failed', repeated: 4 },
  ]);
});
