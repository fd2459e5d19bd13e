/** Lets other processes of the machine go first: what checks or copies everything must not make callers wait. */

import { readdirSync } from 'node:fs';
import os from 'node:os';

/** About a tenth of what a server gets, while both want the processor. */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** From here on. A database that this process has started keeps the usual priority: servers may be using it. */
export function standBack(): void {
  for (const thread of threads()) {
    try {
      // Whoever started it with a lower one meant that.
      if (os.getPriority(thread) < PRIORITY) os.setPriority(thread, PRIORITY);
    } catch {
      // It has ended, or the system does not allow it: then it is only less polite.
    }
  }
}

/** On Linux each thread has a priority of its own. Those that begin later have that of the one that began them. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
