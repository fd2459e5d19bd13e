/**
 * The guides for integrators and operators. They are written in Markdown below `server/guides`, one file for each
 * language.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import type { Language } from '../../http/language.ts';
import { installLine } from '../../http/pages/client-packages.ts';
import { type Html, raw } from '../../http/pages/html.ts';
import type { Verifiers } from '../../http/pages/verifiers.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';

/** In the order in which a newcomer needs them. */
export const GUIDES = [
  'first-certificate',
  'fingerprints',
  'retries',
  'limits',
  'webhooks',
  'memberships',
  'verify-without-us',
  'watch-the-log',
  'changes',
  'production',
  'single-sign-on',
] as const;

export type GuideName = (typeof GUIDES)[number];

export type Guide = { title: string; summary: string; body: Html };

const FOLDER = new URL('../../../guides/', import.meta.url);

export function guideFile(language: Language, name: GuideName): string {
  return fileURLToPath(new URL(`${language}/${name}.md`, FOLDER));
}

/**
 * Reads a guide, which begins with its title and a paragraph that sums it up. The Markdown is our own, so its HTML is
 * not sanitised.
 */
export async function readGuide(
  site: Site,
  { verifiers: { files }, clients }: Pick<WebAssets, 'verifiers' | 'clients'>,
  language: Language,
  name: GuideName,
): Promise<Guide> {
  const text = (await readFile(guideFile(language, name), 'utf8'))
    .replaceAll('{{base_url}}', site.baseUrl)
    .replaceAll('{{key}}', `${site.serviceName}_test_…`)
    .replaceAll('{{install}}', clients.map((one) => installLine(one, site.baseUrl)).join('\n'))
    .replaceAll('{{verifiers}}', hashTable(files, language));
  const [, title, summary, rest] = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(text) ?? [];
  if (title === undefined || summary === undefined || rest === undefined)
    throw new Error(`The guide ${language}/${name} does not begin with a title and a summary`);
  return { title, summary, body: raw(marked.parse(rest, { async: false })) };
}

/** The single-file verifiers with their SHA-256, as this server serves them. */
function hashTable(files: Verifiers['files'], language: Language): string {
  const rows = files.map(({ name, sha256 }) => `| [${name}](/${name}) | \`${sha256}\` |`);
  return [`| ${language === 'es' ? 'archivo' : 'file'} | SHA-256 |`, '|---|---|', ...rows].join('\n');
}
