/** The other files of deploy/, loaded by the programs that they are for. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOf, librariesOf } from '../../../scripts/debian-programs.ts';
import { CONDITION_NAMES, conditionOf } from '../../../server/src/upkeep/conditions/conditions.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const run = promisify(execFile);

test('systemd takes the unit, and finds little that it could do beyond its work', async () => {
  const unit = path.join(DEPLOY, 'sello.service');
  const { stderr } = await run('systemd-analyze', ['verify', unit]);
  expect(stderr).not.toMatch(/sello\.service/);
  // Its own judgement, of ten: 3.0 at most.
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});

const RULES = path.join(DEPLOY, 'prometheus-rules.yaml');

async function promtool(...args: string[]): Promise<void> {
  const env = { ...process.env, LD_LIBRARY_PATH: librariesOf('tests').join(':') };
  await run(path.join(folderOf('tests'), 'usr/bin/promtool'), args, { env });
}

test('Prometheus takes the alerts', async () => {
  await promtool('check', 'rules', RULES);
});

test('P98 each condition raises its alert once it has lasted, and none does while it is not true', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-rules-'));
  const cases = CONDITION_NAMES.map((name) => {
    const { level, alertAfterMinutes, what, mend } = conditionOf(name);
    const severity = level === 'red' ? 'critical' : 'warning';
    const alertname = `Sello${name.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())}`;
    const minutes = alertAfterMinutes + 2;
    return {
      interval: '1m',
      input_series: [
        {
          series: `sello_condition{job="sello",condition="${name}",level="${level}"}`,
          values: `0 0 1x${minutes}`,
        },
      ],
      alert_rule_test: [
        { eval_time: '1m', alertname, exp_alerts: [] },
        {
          eval_time: `${minutes}m`,
          alertname,
          exp_alerts: [
            {
              exp_labels: { job: 'sello', severity, condition: name },
              exp_annotations: { summary: what.en, remedy: mend.en },
            },
          ],
        },
      ],
    };
  });
  const file = path.join(folder, 'tests.json');
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: cases }));
  await promtool('test', 'rules', file);
  await rm(folder, { recursive: true, force: true });
});
