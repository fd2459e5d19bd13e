import { expect, test } from 'vitest';
import type { AccountId } from '../../kernel/ids.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { makeNoteBuffer } from './note-buffer.ts';

let made = 0;
function request(account: string, status = 200, at = '2026-01-31T12:00:00Z'): AnsweredRequest {
  made += 1;
  return {
    id: `req_${made}`,
    accountId: account as AccountId,
    keyId: undefined,
    livemode: true,
    at: new Date(at),
    method: 'GET',
    path: '/api/public/v1/account',
    status,
    error: undefined,
    ms: 1,
  };
}

function open() {
  const written: AnsweredRequest[] = [];
  let failure: Error | undefined;
  const buffer = makeNoteBuffer(async (requests) => {
    await Promise.resolve();
    if (failure !== undefined) throw failure;
    written.push(...requests);
  });
  const failWith = (error: Error | undefined) => {
    failure = error;
  };
  return { ...buffer, written, failWith };
}

test('each account has a daily limit, refused requests have a limit of their own, and other accounts are not affected', async () => {
  const { note, flush, written } = open();
  for (let i = 0; i < 10_050; i += 1) note(request('busy'));
  note(request('busy', 422));
  await flush();
  for (let i = 0; i < 5; i += 1) note(request('other'));
  note(request('busy', 200, '2026-02-01T00:00:01Z'));
  await flush();
  const count = (account: string, isRefusal = false) =>
    written.filter(({ accountId, status }) => accountId === account && status >= 400 === isRefusal).length;
  expect([count('busy'), count('busy', true), count('other')]).toEqual([10_001, 1, 5]);
});

test('requests that could not be written are written with the next flush, once', async () => {
  const { note, flush, written, failWith } = open();
  note(request('a'));
  failWith(new Error('the database is away'));
  await expect(flush()).rejects.toThrow('the database is away');
  note(request('a'));
  failWith(undefined);
  await flush();
  expect(new Set(written.map(({ id }) => id)).size).toBe(2);
  expect(written).toHaveLength(2);
});

test('while nothing can be written, only a limited number of requests wait', async () => {
  const { note, flush, written, failWith } = open();
  failWith(new Error('the database is away'));
  for (let account = 0; account < 30; account += 1)
    for (let i = 0; i < 1_000; i += 1) note(request(`acct_${account}`));
  await expect(flush()).rejects.toThrow();
  failWith(undefined);
  await flush();
  expect(written).toHaveLength(20_000);
});
