import { expect, test } from 'vitest';
import { type LogFields, makeLogger } from './logger.ts';

function logged(fields?: LogFields, level: 'info' | 'warn' | 'error' = 'info'): string {
  const lines: string[] = [];
  makeLogger(
    (line) => lines.push(line),
    () => new Date('2026-01-31T12:00:00.007Z'),
  )[level]('something.happened', fields);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

test('an event is one line of JSON with its time, level and name first', () => {
  expect(logged({ requestId: 'req_1', count: 2 })).toBe(
    '{"time":"2026-01-31T12:00:00.007Z","level":"info","event":"something.happened","requestId":"req_1","count":2}\n',
  );
  expect(JSON.parse(logged(undefined, 'warn'))).toMatchObject({ level: 'warn' });
  expect(JSON.parse(logged(undefined, 'error'))).toMatchObject({ level: 'error' });
});

test('nothing that a caller sends can begin a line of its own', () => {
  const line = logged({ path: '/a\n{"event":"forged"}\r\n\u2028', 'key\n': '\0\x1b[31m' });
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(line).not.toContain('\x1b');
  expect(JSON.parse(line).path).toContain('forged');
});

test('errors are written with their stack and all their causes', () => {
  const cause = new Error('the disk is full', { cause: 'quota' });
  const { error } = JSON.parse(logged({ error: new Error('not written', { cause }) }));
  expect(error).toMatch(/^Error: not written\n {4}at /);
  expect(error).toContain(' ← Error: the disk is full\n');
  expect(error).toMatch(/ ← quota$/);
});

test('large integers and missing values do no harm', () => {
  expect(JSON.parse(logged({ big: 2n ** 70n, missing: undefined }))).toMatchObject({
    big: String(2n ** 70n),
  });
});

test('a repeated failure is written once, and later with its count', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const logger = makeLogger(
    (line) => lines.push(line),
    () => new Date(nowMs),
  );
  const fail = (requestId: string, code = 'away') =>
    logger.error('request.failed', { requestId, error: code, cause: new Error('no answer') });
  for (let i = 1; i <= 1_000; i++) fail(`req_${i}`);
  expect(lines).toHaveLength(1);
  fail('req_x', 'something else');
  expect(lines).toHaveLength(2);
  nowMs += 10_000;
  logger.info('request');
  expect(lines.slice(2).map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request.failed', requestId: 'req_1000', repeated: 999 },
    { event: 'request' },
  ]);
  nowMs += 20_000;
  fail('req_later');
  expect(JSON.parse(lines.at(-1) ?? '')).not.toHaveProperty('repeated');
});

test('P121 ten minutes of refused requests, ten a second, are a few lines and not a megabyte', () => {
  let bytes = 0;
  const told: number[] = [];
  let nowMs = 0;
  const logger = makeLogger(
    (line) => {
      bytes += line.length;
      const { event, repeated } = JSON.parse(line);
      if (event === 'request') told.push(repeated ?? 1);
    },
    () => new Date(nowMs),
  );
  const cause = new Error('The standby of the database does not confirm');
  const refused = 6_000;
  for (let i = 0; i < refused; i++) {
    const requestId = `req_${i}`;
    logger.error('request.failed', { requestId, error: 'storage_unavailable', cause });
    logger.warn('request', {
      requestId,
      method: 'POST',
      path: '/c',
      status: 503,
      ms: i % 7,
      ip: `10.0.0.${i % 256}`,
    });
    logger.warn('cleanup.failed', { what: 'give call back', waiting: i, retryInMs: 250, error: cause });
    nowMs += 100;
  }
  nowMs += 200_000;
  logger.info('something.else');
  expect(bytes).toBeLessThan(30_000);
  // Every failure is counted.
  expect(told.reduce((sum, one) => sum + one, 0)).toBe(refused);
});

test('of many different failures only the latest are remembered', () => {
  const lines: string[] = [];
  const logger = makeLogger(
    (line) => lines.push(line),
    () => new Date(0),
  );
  for (let i = 0; i < 2_000; i++) logger.warn('failed', { number: i });
  expect(lines).toHaveLength(2_000);
});

test('messages below the lowest level are not written', () => {
  const lines: string[] = [];
  const logger = makeLogger(
    (line) => lines.push(line),
    () => new Date(0),
    'warn',
  );
  logger.info('request');
  logger.warn('slow');
  logger.error('broken');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['slow', 'broken']);
});

test('the repetitions that were not counted out yet are written once by `flush`', () => {
  const lines: string[] = [];
  const logger = makeLogger(
    (line) => lines.push(line),
    () => new Date(0),
  );
  for (let i = 0; i < 8; i++) logger.error('request.failed', { requestId: `req_${i}` });
  logger.warn('once');
  logger.flush();
  logger.flush();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request.failed' },
    { event: 'once' },
    { event: 'request.failed', level: 'error', repeated: 7 },
  ]);
  expect(lines).toHaveLength(3);
});
