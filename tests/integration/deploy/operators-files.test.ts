/** The other files of deploy/, loaded by the programs that they are for. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOf, librariesOf } from '../../../scripts/debian-programs.ts';
import { CONDITION_NAMES, conditionOf } from '../../../server/src/upkeep/conditions/conditions.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const ROOT = path.dirname(DEPLOY);
const run = promisify(execFile);

test('systemd accepts the unit, and rates its remaining permissions as low', async () => {
  const unit = path.join(DEPLOY, 'sello.service');
  const { stderr } = await run('systemd-analyze', ['verify', unit]);
  expect(stderr).not.toMatch(/sello\.service/);
  // systemd rates a unit's exposure from 0 to 10; this unit's may be 3.0 at most.
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit]);
});

const RULES = path.join(DEPLOY, 'prometheus-rules.yaml');

async function promtool(...args: string[]): Promise<void> {
  const env = { ...process.env, LD_LIBRARY_PATH: librariesOf('tests').join(':') };
  await run(path.join(folderOf('tests'), 'usr/bin/promtool'), args, { env });
}

test('Prometheus accepts the alerts', async () => {
  await promtool('check', 'rules', RULES);
});

test('P122 each condition raises its alert after its time, and never while it is not true', async () => {
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

test('the command is installed next to the service as the manual says, and acts on the same data', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'sello-deploy-'));
  try {
    const manual = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
    const install = /^ {4}(install .* \/usr\/local\/sbin\/sello)\b/m.exec(manual)?.[1] ?? '';
    const unit = await readFile(path.join(DEPLOY, 'sello.service'), 'utf8');
    // The script and the unit name the same places, which are replaced by others here.
    const moved = {
      '/etc/sello.env': path.join(place, 'sello.env'),
      '/opt/sello': ROOT,
      '/var/lib/sello': path.join(place, 'data'),
      '= sello ]': `= ${userInfo().username} ]`,
    };
    for (const one of ['/etc/sello.env', '/opt/sello', '/var/lib/sello']) expect(unit).toContain(one);
    let script = await readFile(path.join(DEPLOY, 'sello-command'), 'utf8');
    for (const [from, to] of Object.entries(moved)) {
      expect(script).toContain(from);
      script = script.replaceAll(from, to);
    }
    await mkdir(path.join(place, 'deploy'));
    await writeFile(path.join(place, 'deploy/sello-command'), script);
    await writeFile(
      moved['/etc/sello.env'],
      `${await readFile(path.join(ROOT, '.env.example'), 'utf8')}\nDATABASE_URL='postgres://sello:p$w&1@127.0.0.1:9/papers?sslmode=disable'\nPORT=3001\n`,
    );
    await chmod(moved['/etc/sello.env'], 0o600);
    await run('sh', ['-c', install.replace('/usr/local/sbin', place)], { cwd: place });
    const ended = await run(path.join(place, 'sello'), ['account', 'list'], { cwd: '/' }).catch(
      (error) => error,
    );
    expect(ended.stderr).toContain(
      `Acts on: database postgres://sello@127.0.0.1:9/papers, data folder ${moved['/var/lib/sello']}\n`,
    );
    expect(ended.stderr).toContain('ECONNREFUSED 127.0.0.1:9');
    expect(ended.stderr).not.toContain('p$w');
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
