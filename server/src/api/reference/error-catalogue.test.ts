import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { STATUS } from '../../http/errors.ts';
import { readErrorCatalogue } from './error-catalogue.ts';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));

const catalogues = {
  es: await readErrorCatalogue('es'),
  en: await readErrorCatalogue('en'),
};

test.each(['es', 'en'] as const)(
  'every error code has a cause and a fix, and no unknown code is listed: %s',
  (language) => {
    expect([...catalogues[language].keys()].sort()).toEqual(Object.keys(STATUS).sort());
    for (const [code, { cause, mend }] of catalogues[language]) {
      expect(cause, code).toMatch(/\.$/);
      expect(mend, code).toMatch(/[.?]$/);
    }
  },
);

test('every example is a message that the server can send', () => {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['api/reference/**'] });
  // Only lines with a text are searched. Backticks are escaped in the source if the message itself is a template.
  const texts = files
    .flatMap((file) => readFileSync(path.join(SERVER, file), 'utf8').split('\n'))
    .filter((line) => /['`][^'`]* [^'`]* /.test(line))
    .join('\n')
    .replaceAll('\\`', '`');
  const foreign = [...catalogues.en].flatMap(([code, { example }]) =>
    example === undefined || partsOf(example).some((part) => texts.includes(part)) ? [] : [code],
  );
  expect(foreign).toEqual([]);
});

/** Names and numbers are inserted into a message, so only a part of it can be found in the source. */
function partsOf(example: string): string[] {
  const length = Math.min(20, example.length);
  return Array.from({ length: example.length - length + 1 }, (_, start) =>
    example.slice(start, start + length),
  );
}
