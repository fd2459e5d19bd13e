/** A person with an account, a password and a browser with one cookie. */

import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { firstOwnerOf, type PersonId } from '../../server/src/kernel/ids.ts';
import { randomNetwork } from './random-network.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

export const DASHBOARD = '/api/dashboard';

export type Person = {
  email: string;
  password: string;
  /** As the browser sends it: `name=token`. */
  cookie: string;
  id: PersonId;
  // biome-ignore lint/suspicious/noExplicitAny: a record as it comes over the wire.
  account: any;
  call(method: string, path: string, payload?: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Makes a key and returns it with its secret. */
  // biome-ignore lint/suspicious/noExplicitAny: a record as it comes over the wire.
  newKey(payload?: object): Promise<any>;
};

export async function signUp(
  sello: TestSello,
  email = `${randomBytes(6).toString('hex')}@example.com`,
): Promise<Person> {
  const password = randomBytes(12).toString('base64url');
  const payload = { email, password, name: 'Ana Ñúñez' };
  const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload, from: randomNetwork() });
  return personFrom(sello, answer, email, password);
}

/** The person whose sign-up got this answer. */
export function personFrom(sello: TestSello, answer: TestAnswer, email: string, password: string): Person {
  expect(answer.status).toBe(201);
  const cookie = cookieOf(answer);
  const call: Person['call'] = (method, path, body, headers = {}) =>
    sello.call(method, DASHBOARD + path, {
      headers: { cookie, ...headers },
      ...(body !== undefined && { payload: body }),
    });
  return {
    email,
    password,
    cookie,
    id: firstOwnerOf(answer.body.account.id),
    account: answer.body.account,
    call,
    async newKey(body = { name: 'a key' }) {
      const made = await call('POST', '/keys', body);
      if (made.status !== 201) throw new Error(`no key: ${made.status} ${made.text}`);
      return made.body.key;
    },
  };
}

/** The `name=token` pair that a browser would send back. */
export function cookieOf({ headers }: TestAnswer): string {
  return pairs(headers)[0] ?? '';
}

/** The cookie that makes the browser known but logs nobody in. */
export function deviceCookieOf({ headers }: TestAnswer): string {
  return pairs(headers).find((pair) => /^(__Host-)?device=/.test(pair)) ?? '';
}

function pairs(headers: TestAnswer['headers']): string[] {
  return [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';', 1)[0] ?? '');
}
