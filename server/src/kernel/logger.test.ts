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
