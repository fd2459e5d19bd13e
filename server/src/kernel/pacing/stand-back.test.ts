import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('a process that lowers its priority does so for all of its threads, including those that begin later', () => {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { standBack } from ${JSON.stringify(path.join(import.meta.dirname, 'stand-back.ts'))};
    import { pbkdf2 } from 'node:crypto';
    import os from 'node:os';
    standBack();
    pbkdf2('a', 'b', 1, 1, 'sha256', () => {
      const nice = (task) => Number(readFileSync('/proc/self/task/' + task + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
      const all = process.platform === 'linux' ? readdirSync('/proc/self/task').map(nice) : [os.getPriority()];
      console.log(JSON.stringify([...new Set(all)]));
    });`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  // Tests may already run at a lower priority, and a process may not raise its own.
  expect(JSON.parse(out)).toEqual([Math.max(os.getPriority(), os.constants.priority.PRIORITY_BELOW_NORMAL)]);
});
