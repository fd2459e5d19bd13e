/** The blocks of commands, settings and examples in the pages for people: fenced, or indented by four spaces. */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that somebody may copy from. ARCHITECTURE.md has a map and no commands. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'sdk/README.md',
  'python/README.md',
  ...globSync(['docs/*.md', 'server/guides/*/*.md'], { cwd: ROOT }).sort(),
];

const FENCED = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;
const INDENTED = /(?<=\n\n)(?: {4}.*\n|\n(?= {4}))+/g;

export type Block = {
  /** The text after the fence's backticks; empty for an indented block. */
  language: string;
  source: string;
};

export function fencedAndIndented(page: string): Block[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const fenced = [...text.matchAll(FENCED)].map(([, language = '', source = '']) => ({ language, source }));
  const indented = [...text.replace(FENCED, '').matchAll(INDENTED)].map(([block]) => ({
    language: '',
    source: block.replace(/^\n+/, ''),
  }));
  return [...fenced, ...indented].map(({ language, source }) => ({
    language,
    source: withoutMargin(source),
  }));
}

export function blocksOf(page: string): string[] {
  return fencedAndIndented(page).map(({ source }) => source);
}

function withoutMargin(block: string): string {
  const margin = /^ */.exec(block)?.[0] ?? '';
  return block
    .split('\n')
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line))
    .join('\n')
    .trimEnd();
}

/** The only block of the page that begins like that. */
export function blockOf(page: string, start: string): string {
  const found = blocksOf(page).filter((block) => block.startsWith(start));
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks that begin with "${start}"`);
  return found[0] ?? '';
}
