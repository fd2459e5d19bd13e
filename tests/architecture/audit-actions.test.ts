import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../server/src/audit/actions.ts';
import { SERVER, sourceFiles, textOf } from './source-files.ts';

/** The compiler checks actions passed to functions; these are inside SQL text. */
test('statements write only the listed actions to the audit log', () => {
  const written = sourceFiles(SERVER).flatMap((file) =>
    [...textOf(file).matchAll(/write_audit\([^']*'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action),
  );
  expect(written).toContain('passkey.remove');
  const known: readonly string[] = AUDIT_ACTIONS;
  expect(written.filter((action) => !known.includes(action))).toEqual([]);
});
