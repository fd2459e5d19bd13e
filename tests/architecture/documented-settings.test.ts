import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dashboardTypes, ownPageTypes, publicTypes } from '../../scripts/browser-types.ts';
import { sdkErrorCodes, sdkOperations } from '../../scripts/sdk-operations.ts';
import { envExample, withTable } from '../../scripts/write-docs.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

test('README and .env.example list the settings that the code reads', async () => {
  const readme = await read('README.md');
  expect(withTable(readme)).toBe(readme);
  expect(await read('.env.example')).toBe(envExample());
});

test('the browser’s generated route types are up to date (`npm run docs` writes them)', async () => {
  expect(await read('web/src/dashboard/api-types.ts')).toBe(await dashboardTypes());
  expect(await read('web/src/public/public-record.ts')).toBe(publicTypes());
  expect(await read('web/src/my/api-types.ts')).toBe(ownPageTypes());
});

test('the SDK has every operation of the OpenAPI document, with its types (`npm run docs` writes them)', async () => {
  expect(await read('sdk/src/operations.ts')).toBe(await sdkOperations());
  expect(await read('sdk/src/error-codes.ts')).toBe(await sdkErrorCodes());
});
