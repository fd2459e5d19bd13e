import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory that is still held after collecting garbage: how much garbage lies about depends on when it was last collected. */
export function keptMemory() {
  collectGarbage();
  return process.memoryUsage();
}
