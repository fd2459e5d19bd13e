/** The browser that tests start. */

import { existsSync } from 'node:fs';

/**
 * The first one that is installed. The headless shell has no windows, bars or extensions to update, so it needs a
 * quarter less processor time.
 */
const CHROMIUMS = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

export function chromiumProgram(): string {
  const program = CHROMIUMS.find((one) => existsSync(one));
  if (program === undefined) throw new Error(`there is none of ${CHROMIUMS.join(', ')}`);
  return program;
}
