/** The project's own source as text: files, their imports, their SQL. */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const SERVER = 'server/src';

/** Paths from the root of the project, without unit tests. */
export function sourceFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
}

export function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Without comments, which may name anything. */
export function codeOf(file: string): string {
  return textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|\bimport\s+'([^']+)'/g;

/** Imports of a file, types included: packages by name, our own files by path from the root. */
export function importsOf(file: string): string[] {
  return [...codeOf(file).matchAll(IMPORT)].map(([, from, lazy, bare]) => {
    const target = from ?? lazy ?? bare ?? '';
    return target.startsWith('.') ? path.join(path.dirname(file), target) : target;
  });
}
