/**
 * `npm run docs`: writes what other files repeat from the code. These are the settings in README.md and .env.example,
 * the conditions in docs/operations.md and the alerts, the calls that our pages and the SDK make, the proofs of
 * docs/vectors, and docs/CONFORMANCE.md.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { SETTING_LIST } from '../server/src/settings-list.ts';
import {
  dashboardCalls,
  deskCalls,
  operatorCalls,
  ownCalls,
  ownPageCalls,
  publicTypes,
} from './browser-calls.ts';
import { withConditionRules, withConditionTable } from './condition-docs.ts';
import { pythonOperations } from './python-operations.ts';
import { sdkErrorCodes, sdkOperations } from './sdk-operations.ts';
import { allVectors, conformancePage, vectorIndex } from './vectors/all.ts';

const ROOT = new URL('..', import.meta.url);

export function settingsTable(): string {
  const rows = SETTING_LIST.map(
    ({ name, fallback, help }) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${help} |`,
  );
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
}

export function envExample(): string {
  const blocks = SETTING_LIST.map(({ name, fallback, help }) => `# ${help}\n#${name}=${fallback ?? ''}\n`);
  return `# Every setting of Sello. All are optional.\n\n${blocks.join('\n')}`;
}

export function withTable(readme: string): string {
  return readme.replace(
    /(<!-- settings: [^>]*-->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, begin: string, end: string) => `${begin}${settingsTable()}\n${end}`,
  );
}

if (import.meta.main) {
  const readme = new URL('README.md', ROOT);
  await writeFile(readme, withTable(await readFile(readme, 'utf8')));
  await writeFile(new URL('.env.example', ROOT), envExample());
  for (const [file, written] of [
    ['docs/operations.md', withConditionTable],
    ['deploy/prometheus-rules.yaml', withConditionRules],
  ] as const) {
    const place = new URL(file, ROOT);
    await writeFile(place, written(await readFile(place, 'utf8')));
  }
  const folder = new URL('docs/vectors/', ROOT);
  const vectors = await allVectors();
  await writeFile(new URL('index.json', folder), vectorIndex(vectors));
  for (const { file, bytes } of vectors)
    if (bytes !== undefined) await writeFile(new URL(file, folder), bytes);
  await writeFile(new URL('docs/CONFORMANCE.md', ROOT), conformancePage(vectors));
  await writeFile(new URL('web/src/dashboard/calls.ts', ROOT), await dashboardCalls());
  await writeFile(new URL('web/src/dashboard/own-calls.ts', ROOT), await ownCalls());
  await writeFile(new URL('web/src/public/public-record.ts', ROOT), await publicTypes());
  await writeFile(new URL('web/src/my/calls.ts', ROOT), await ownPageCalls());
  await writeFile(new URL('web/src/desk/calls.ts', ROOT), await deskCalls());
  await writeFile(new URL('web/src/operator/calls.ts', ROOT), await operatorCalls());
  await writeFile(new URL('sdk/src/operations.ts', ROOT), await sdkOperations());
  await writeFile(new URL('sdk/src/error-codes.ts', ROOT), await sdkErrorCodes());
  await writeFile(new URL('python/sello/_operations.py', ROOT), await pythonOperations());
}
