/** The other files of deploy/, loaded by the programs that they are for. */

import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOf, librariesOf } from '../../../scripts/debian-programs.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const run = promisify(execFile);

test('systemd takes the unit, and finds little that it could do beyond its work', async () => {
  const unit = path.join(DEPLOY, 'sello.service');
  const { stderr } = await run('systemd-analyze', ['verify', unit]);
  expect(stderr).not.toMatch(/sello\.service/);
  // Its own judgement, of ten: 3.0 at most.
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});

test('Prometheus takes the alerts', async () => {
  const env = { ...process.env, LD_LIBRARY_PATH: librariesOf('tests').join(':') };
  const rules = path.join(DEPLOY, 'prometheus-rules.yaml');
  await run(path.join(folderOf('tests'), 'usr/bin/promtool'), ['check', 'rules', rules], { env });
});
