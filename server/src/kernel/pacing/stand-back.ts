/** Lowers the priority of commands that check or copy everything, so that callers do not wait for them. */

import { readdirSync } from 'node:fs';
import os from 'node:os';

/**
 * With this priority, while both want the processor, this process gets about a tenth of the time that a server gets.
 */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of this process. A database that it has already started keeps its own: servers may be using it.
 */
export function standBack(): void {
  for (const thread of threads()) {
    try {
      // An even lower priority set from outside is kept.
      if (os.getPriority(thread) < PRIORITY) os.setPriority(thread, PRIORITY);
    } catch {
      // The thread has ended, or the system does not allow it. Then the process merely keeps its priority.
    }
  }
}

/** On Linux each thread has its own priority; threads that start later inherit it. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
