import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The codes that the type lists, read from its source because no types exist at run time. */
function membershipCodes(): string[] {
  const source = readFileSync(path.join(ROOT, 'server/src/kernel/errors.ts'), 'utf8');
  const [, list = ''] = /export type MembershipCode =([^;]+);/.exec(source) ?? [];
  return [...list.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code);
}

function textsUnder(folder: string, isWanted: (name: string) => boolean): string {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'))
    .join('\n');
}

const isTest = (name: string) => name.endsWith('.test.ts') && !name.endsWith('every-code.test.ts');
const tests = ['tests/api', 'tests/integration', 'tests/security']
  .map((folder) => textsUnder(folder, isTest))
  .join('\n');
const server = textsUnder(
  'server/src/memberships',
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

const isIn = (text: string, code: string) => text.includes(`'${code}'`);

test('the check finds codes', () => {
  expect(membershipCodes().length).toBeGreaterThan(30);
});

test.for(membershipCodes())('%s is answered by the server and expected by a test', (code) => {
  expect(isIn(server, code)).toBe(true);
  expect(isIn(tests, code)).toBe(true);
});
