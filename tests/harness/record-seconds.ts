/** `npm run test:all -- --record`: writes how long each file took, for the choice in daily.ts. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';

const FILE = fileURLToPath(new URL('../seconds.json', import.meta.url));

export default class RecordSeconds implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = modules
      .map((module) => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1000)] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(seconds), undefined, 2)}\n`);
  }
}
