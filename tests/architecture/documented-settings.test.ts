import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  dashboardCalls,
  deskCalls,
  operatorCalls,
  ownCalls,
  ownPageCalls,
  publicTypes,
} from '../../scripts/browser-calls.ts';
import { pythonOperations } from '../../scripts/python-operations.ts';
import { sdkErrorCodes, sdkOperations } from '../../scripts/sdk-operations.ts';
import { envExample, withTable } from '../../scripts/write-docs.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

test('README and .env.example list the settings that the code reads', async () => {
  const readme = await read('README.md');
  expect(withTable(readme)).toBe(readme);
  expect(await read('.env.example')).toBe(envExample());
});

test('the browser’s generated calls and types are up to date (`npm run docs` writes them)', async () => {
  expect(await read('web/src/dashboard/calls.ts')).toBe(await dashboardCalls());
  expect(await read('web/src/dashboard/own-calls.ts')).toBe(await ownCalls());
  expect(await read('web/src/public/public-record.ts')).toBe(await publicTypes());
  expect(await read('web/src/my/calls.ts')).toBe(await ownPageCalls());
  expect(await read('web/src/desk/calls.ts')).toBe(await deskCalls());
  expect(await read('web/src/operator/calls.ts')).toBe(await operatorCalls());
});

test('the SDK has every operation of the OpenAPI document, with its types (`npm run docs` writes them)', async () => {
  expect(await read('sdk/src/operations.ts')).toBe(await sdkOperations());
  expect(await read('python/sello/_operations.py')).toBe(await pythonOperations());
  expect(await read('sdk/src/error-codes.ts')).toBe(await sdkErrorCodes());
});
