import { expect, test } from 'vitest';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

const TOKEN = 'Abc-_'.repeat(8).concat('xyz');
const UNTIL = new Date('2026-01-31T12:00:00Z');

test('over https: __Host-, and Secure', () => {
  expect(setSessionCookie('https://x.example', TOKEN, UNTIL)).toBe(
    `__Host-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Expires=Sat, 31 Jan 2026 12:00:00 GMT; Secure`,
  );
  expect(clearSessionCookie('https://x.example')).toBe(
    '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
  );
});

test('over http on localhost: a plain name, or the browser would drop it', () => {
  expect(setSessionCookie('http://localhost:3000', TOKEN, UNTIL)).toMatch(/^session=.*GMT$/);
});

test('the cookie is read back, alone or among others', () => {
  for (const baseUrl of ['https://x.example', 'http://localhost']) {
    const pair = setSessionCookie(baseUrl, TOKEN, UNTIL).split(';')[0]!;
    for (const header of [pair, `a=b; ${pair}`, `${pair};c=d`, ` ${pair} `]) {
      expect(readSessionCookie(header, baseUrl)).toBe(TOKEN);
    }
  }
});

test.for([
  undefined,
  '',
  'session',
  'session=',
  'session=short',
  `session=${TOKEN}x`,
  `session="${TOKEN}"`,
  `Session=${TOKEN}`,
  `xsession=${TOKEN}`,
  `__Host-session=${TOKEN}`,
  `session=${TOKEN.slice(1)}%41`,
])('%j holds no session', (header) => {
  expect(readSessionCookie(header, 'http://localhost')).toBeUndefined();
});

test('a plain cookie, which a sibling subdomain could plant, is not read over https', () => {
  expect(readSessionCookie(`session=${TOKEN}`, 'https://x.example')).toBeUndefined();
});
