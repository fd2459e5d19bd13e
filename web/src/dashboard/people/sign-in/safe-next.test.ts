import { expect, test } from 'vitest';
import { loginBefore, safeNext, withSearch } from './safe-next.ts';

test('a login leads on to the page of the dashboard that was asked for', () => {
  expect(safeNext('next=%2Fkeys')).toBe('/keys');
  expect(safeNext('?next=/certificates/cert_0R5xT2mBq8Yw3nLk7VdJpA')).toBe(
    '/certificates/cert_0R5xT2mBq8Yw3nLk7VdJpA',
  );
  expect(safeNext('')).toBe('/');
});

test('a login keeps the filters of the page that was asked for', () => {
  const login = loginBefore('/certificates', 'status=certified&q=juzgado%20tercero');
  expect(safeNext(login.split('?')[1] ?? '')).toBe('/certificates?status=certified&q=juzgado%20tercero');
  const words = loginBefore('/certificates', 'q=acción+penal ñ');
  expect(safeNext(words.split('?')[1] ?? '')).toBe('/certificates?q=acción+penal ñ');
  expect(loginBefore('/', '')).toBe('/login');
  expect(withSearch('/signup', 'next=%2Fkeys')).toBe('/signup?next=%2Fkeys');
});

test.each([
  '//evil.example',
  '/certificates?q=\\evil',
  '/certificates?q=<script>',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%2F/evil.example',
  '/.//evil.example',
])('a login never leads to another site, whatever `next` says: %s', (next) => {
  expect(safeNext(new URLSearchParams({ next }).toString())).toBe('/');
});
