/**
 * One word for one thing, in every text for people. Sources are searched line by line, comments included: those are in
 * English, where no Spanish word can occur.
 */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Rule = {
  /** The words that must not be written. */
  wrong: RegExp;
  /** What is written instead, for the message of a failure. */
  instead: string;
  /** Files in which the word is right. */
  except?: readonly string[];
};

/**
 * Both languages: `constancia` (the NOM-151 one, and the PDF of it), certificado / certificate, sello de tiempo / time
 * stamp, folio, registro público / log, bitácora / audit log, fila / row, sorteo de verificación / draw, revisión / review.
 */
const RULES: readonly Rule[] = [
  {
    wrong: /bit[aá]cora(?! de la cuenta\b)/i,
    instead: '“registro público” for the public log; “bitácora” is the audit log of an account',
    except: [
      'server/src/api/reference/text.ts',
      'server/src/keys/manage-keys.ts',
      // To check an older archive, verifiers write its README again, in its original words.
      'server/src/proofs/export-account-evidence/readme.ts',
      // They also write the README of a bundle again: another word here would make all bundles ever issued invalid.
      'proof/src/evidence/bundle-{commands,entries,lasting,readme}.ts',
      'web/src/dashboard/audit/**',
      'web/src/dashboard/keys/**',
      'web/src/dashboard/memberships/member/**',
      'web/src/dashboard/shell/text.ts',
    ],
  },
  {
    wrong: /\brengl[oó]n/i,
    instead: '“fila” for a row of a table, “línea” for a line of a form',
    except: ['server/src/proofs/export-account-evidence/readme.ts'],
  },
  { wrong: /\ben la fila\b(?! \$\{)/i, instead: '“en espera” for a queue: “fila” is a row' },
  {
    wrong: /\bsellado de tiempo|\bestampa (?:de tiempo|cronológica)|\bmarca de tiempo/i,
    instead: '“sello de tiempo”',
  },
  { wrong: /['"`>][^'"`]*\b(?:timestamped|time-stamped file)\b/i, instead: '“time stamp”' },
  { wrong: /\baudit trail\b/i, instead: '“audit log”' },
  {
    wrong: /\bcampañas?\b|\baudit campaign|\bauditorías? (?:de miembros|por muestreo)/i,
    instead: '“sorteo de verificación” and “revisión”, “draw” and “review”: an audit is the log',
  },
];

const FILES = globSync(
  ['{server,proof,web}/src/**/*.{ts,tsx}', 'server/guides/**/*.md', 'python/sello/*.py', 'sdk/src/*.ts'],
  { cwd: ROOT, exclude: ['**/*.test.ts'] },
);

test.each(RULES)('no text says $wrong: it says $instead', ({ wrong, except = [] }) => {
  const allowed = new Set(except.flatMap((one) => globSync(one, { cwd: ROOT })));
  const found = FILES.filter((file) => !allowed.has(file)).flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (wrong.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('every file in which a word is allowed exists and has it', () => {
  for (const { wrong, except = [] } of RULES) {
    for (const pattern of except) {
      const files = globSync(pattern, { cwd: ROOT });
      const texts = files
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
      expect(
        texts.some((text) => wrong.test(text)),
        pattern,
      ).toBe(true);
    }
  }
});
