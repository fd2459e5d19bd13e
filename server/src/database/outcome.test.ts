import pg from 'pg';
import { expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import {
  asCommitError,
  asDatabaseError,
  asMadeAlready,
  asNotBegun,
  isUnknownOutcome,
  NoAnswerYet,
  UnconfirmedCommit,
} from './outcome.ts';

const ofServer = (code: string, severity = 'ERROR') =>
  Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code, severity });
const broken = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

/** What callers are told about the outcome of their change. */
const told = (error: unknown) => {
  if (!(error instanceof AppError)) return 'a bug';
  return isUnknownOutcome(error)
    ? 'it may have been made'
    : error.text.en.replace(/.*(Nothing was changed).*/, '$1');
};

/** The messages of `pg` and its pool, which have no code. */
test.for([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Query read timeout',
])('a server that is silent is away, not a bug: "%s"', (message) => {
  expect(told(asDatabaseError(new Error(message)))).toBe('Nothing was changed');
});

test.for([
  ['a connection that broke', broken, 'it may have been made'],
  ['no answer in time', new NoAnswerYet('late'), 'it may have been made'],
  ['a commit without the word of a standby', new UnconfirmedCommit(), 'it may have been made'],
  ['a session that the server ended', ofServer('57P01', 'FATAL'), 'it may have been made'],
  ['a crash of another session', ofServer('57P02', 'WARNING'), 'it may have been made'],
  ['a statement that took too long', ofServer('57014'), 'Nothing was changed'],
  ['a lock that was not let go', ofServer('55P03'), 'Nothing was changed'],
  ['a full disk', ofServer('53100'), 'Nothing was changed'],
  ['a standby', ofServer('25006'), 'Nothing was changed'],
  ['a statement that is wrong', ofServer('42601'), 'a bug'],
] as const)('after %s at a commit, callers are told: %s', ([, error, words]) => {
  expect(told(asCommitError(error))).toBe(words);
});

test('a connection that breaks before the commit means that nothing was changed', () => {
  expect(told(asDatabaseError(broken))).toBe('Nothing was changed');
});

test('a request that only waited behind such a commit is told that nothing was changed', () => {
  expect(told(asNotBegun(asCommitError(broken)))).toBe('Nothing was changed');
});

test('a later step that fails does not claim that nothing was made', () => {
  expect(told(asMadeAlready(asDatabaseError(broken)))).toBe('it may have been made');
  const refusal = new AppError('not_found', { en: 'No.', es: 'No.' });
  expect(asMadeAlready(refusal)).toBe(refusal);
});

test('the message is in both languages, and says how to find out what happened', () => {
  const { text } = asCommitError(broken) as AppError;
  expect(text.en).toMatch(/may have been made.*same Idempotency-Key in 2 seconds/);
  expect(text.es).toMatch(/pudo haberse hecho.*misma Idempotency-Key en 2 segundos/);
});
