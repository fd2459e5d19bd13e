/** The browser that tests start. */

import { existsSync } from 'node:fs';

/** The first that is installed. The shell has no windows, bars or extensions to keep up: it takes a quarter less of the processor. */
const CHROMIUMS = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

export function chromiumProgram(): string {
  const program = CHROMIUMS.find((one) => existsSync(one));
  if (program === undefined) throw new Error(`there is none of ${CHROMIUMS.join(', ')}`);
  return program;
}
