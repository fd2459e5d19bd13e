import type { Environment } from '../../settings.ts';

/** A command's access to environment and output; only `main.ts` touches the process itself. */
export type Terminal = {
  env: Environment;
  /** Writes text unchanged to standard output. */
  write(text: string): void;
  out(line: string): void;
  error(line: string): void;
  /** Shows a line that the next one replaces; undefined when standard error is not a terminal. */
  status: ((line: string) => void) | undefined;
  /** Lowers the priority of this process from now on. Undefined if the process also does other work. */
  standBack?(): void;
};
