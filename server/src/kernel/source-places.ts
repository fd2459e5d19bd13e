/**
 * Makes stack traces of the built server (`server/dist`) show positions in the sources instead of positions in the
 * build.
 */

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../dist/', import.meta.url));
/**
 * The name of a built file contains no slash. A message may contain text of a caller, which must not make Sello read
 * another file.
 */
const PLACE = /file:\/\/\/[^\s:()]{0,500}\/server\/dist\/([\w.-]{1,100}\.mjs):(\d{1,9}):(\d{1,9})/g;

const maps = new Map<string, SourceMap | undefined>();

/** The stack with positions in the sources, or the message if the error has no stack. */
export function stackOf(error: Error): string {
  return inSources(error.stack ?? error.message, BUILD);
}

/**
 * Reads the source map of a built file when it is first needed. Node's own support would read all of them at every
 * start.
 */
export function inSources(stack: string, build: string): string {
  return stack.replace(PLACE, (place, name: string, line: string, column: string) => {
    const entry = mapOf(path.join(build, name))?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    return `${path.join(build, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
