import type { Environment } from '../settings.ts';

/** What a command may use of the outside; only `main.ts` touches the process itself. */
export type Terminal = {
  env: Environment;
  /** Text as it is, to standard output. */
  write(text: string): void;
  out(line: string): void;
  error(line: string): void;
  /** Shows a line that the next one replaces; absent where nobody watches. */
  status: ((line: string) => void) | undefined;
};
