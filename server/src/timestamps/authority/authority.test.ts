import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { OperatorError } from '../../kernel/operator-error.ts';
import { openEmbeddedAuthority } from './authority.ts';

test('an emptied certificate file is reported by name, for the operator to restore', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-tsa-'));
  const open = () => openEmbeddedAuthority(folder, 'p256', () => new Date(), randomBytes);
  const { rootDer } = await open();
  expect((await open()).rootDer).toEqual(rootDer);
  await writeFile(path.join(folder, 'p256', 'unit.pem'), '');
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^unit\.pem .*Restore it from a backup\.$/),
  });
  await rm(folder, { recursive: true });
});
