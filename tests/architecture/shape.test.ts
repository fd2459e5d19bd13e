import { globSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { HELP } from '../../server/src/cli/shared/help.ts';
import { ROOT, SERVER, sourceFiles, textOf } from './source-files.ts';

const MOST_FILES_IN_A_FOLDER = 30;
const MOST_LINES_IN_A_FILE = 300;
const MOST_LINES_IN_A_FUNCTION = 60;

const FILES = sourceFiles(SERVER);

test('no folder of the server holds more than thirty files, tests included', () => {
  const counts = new Map<string, number>();
  for (const file of globSync(`${SERVER}/**/*.*`, { cwd: ROOT })) {
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES_IN_A_FOLDER)).toEqual([]);
});

test('no file of the server is longer than 300 lines', () => {
  const lengths = FILES.map((file) => ({ file, lines: linesIn(textOf(file)) }));
  expect(lengths.filter(({ lines }) => lines > MOST_LINES_IN_A_FILE)).toEqual([]);
});

test('no function of the server is longer than 60 lines', () => {
  expect(FILES.flatMap(longFunctions)).toEqual([]);
});

test('each verb of the command line is one file, or one folder whose main file has its name; the rest is shared', () => {
  const places = Object.keys(HELP).map((verb) => {
    const isFile = FILES.includes(`${SERVER}/cli/${verb}.ts`);
    const isFolder = FILES.includes(`${SERVER}/cli/${verb}/${verb}.ts`);
    return { verb, isOne: isFile !== isFolder };
  });
  expect(places.filter(({ isOne }) => !isOne)).toEqual([]);
  const others = FILES.map((file) => path.relative(`${SERVER}/cli`, file))
    .filter((file) => !file.startsWith('..'))
    .map((file) => file.replace(/(?:\.ts|\/.*)$/, ''))
    .filter((name) => name !== 'shared' && !Object.hasOwn(HELP, name));
  expect(others).toEqual([]);
});

/**
 * For every object literal with an accessor, V8 makes a hidden class in the old generation, which keeps everything that
 * the accessor can see until the next full collection. In a class it costs nothing.
 */
test('no object of the server is made with a getter or a setter of its own', () => {
  expect(FILES.flatMap(ownAccessors)).toEqual([]);
});

function ownAccessors(file: string): string[] {
  const text = textOf(file);
  const found: string[] = [];
  visit(parseSync(file, text, { lang: 'ts' }).program, (node) => {
    if (node.type === 'Property' && 'kind' in node && node.kind !== 'init')
      found.push(`${file}:${linesIn(text.slice(0, node.start)) + 1}`);
  });
  return found;
}

function longFunctions(file: string): string[] {
  const text = textOf(file);
  const found: string[] = [];
  visit(parseSync(file, text, { lang: 'ts' }).program, ({ type, start, end }) => {
    if (!/Function(?:Declaration|Expression)$/.test(type)) return;
    const lines = linesIn(text.slice(start, end)) + 1;
    if (lines > MOST_LINES_IN_A_FUNCTION)
      found.push(`${file}:${linesIn(text.slice(0, start)) + 1} has ${lines}`);
  });
  return found;
}

type SyntaxNode = { type: string; start: number; end: number };

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) see(value);
  for (const child of Object.values(value)) visit(child, see);
}

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && typeof value.type === 'string' && 'start' in value && 'end' in value;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
