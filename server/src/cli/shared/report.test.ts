import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { ConfigError } from '../../settings.ts';
import { report } from './report.ts';
import { CommandFailed, UsageError } from './usage.ts';

function told(error: unknown): { status: number; lines: string[] } {
  const lines: string[] = [];
  const status = report(error, { error: (line) => lines.push(line) }, 'account');
  return { status, lines };
}

test("an operator's error prints its message once, without stack or cause", () => {
  const error = new OperatorError(
    { en: 'The disk is full. Make room.', es: 'El disco está lleno. Libere espacio.' },
    { cause: new Error('ENOSPC') },
  );
  expect(told(error)).toEqual({ status: 1, lines: ['The disk is full. Make room.'] });
});

test('for unusable settings and refused actions, only the message is printed', () => {
  expect(told(new ConfigError(['PORT must be a number']))).toEqual({
    status: 1,
    lines: ['These settings cannot be used:\n  - PORT must be a number'],
  });
  const refusal = new AppError('email_taken', { en: 'It is taken.', es: 'Ya existe.' });
  expect(told(refusal)).toEqual({ status: 1, lines: ['It is taken.'] });
});

describe('unavailable storage', () => {
  const away = (cause: unknown) =>
    told(new AppError('storage_unavailable', { en: 'Try again.', es: 'Intente.' }, { cause })).lines;

  test.for([
    [new Error('connect ECONNREFUSED 127.0.0.1:9'), 'connect ECONNREFUSED 127.0.0.1:9'],
    [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [undefined, 'unknown reason'],
  ] as const)('is reported with its reason and the settings to check: %s', ([cause, reason]) => {
    expect(away(cause)).toEqual([
      `The database or the file store cannot be used: ${reason}. Make sure that it is running, and check DATABASE_URL, SELLO_DATA_DIR and the SELLO_S3 settings.`,
    ]);
  });
});

test('a usage error is one line with status 2 that names the help; a CommandFailed prints its message, if any', () => {
  expect(told(new UsageError('--email is missing.'))).toEqual({
    status: 2,
    lines: ['--email is missing. See: sello account --help'],
  });
  expect(told(new CommandFailed())).toEqual({ status: 1, lines: [] });
  expect(told(new CommandFailed('Two files were refused.'))).toEqual({
    status: 1,
    lines: ['Two files were refused.'],
  });
});

test('a bug is reported with its stack', () => {
  const { status, lines } = told(new TypeError('x is undefined'));
  expect([status, lines[0]]).toEqual([1, expect.stringMatching(/^TypeError: x is undefined\n +at /)]);
  expect(told('thrown text')).toEqual({ status: 1, lines: ['thrown text'] });
});
