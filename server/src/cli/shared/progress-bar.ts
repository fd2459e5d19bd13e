/** A progress line on a terminal, and plain lines otherwise. */

import type { Terminal } from './terminal.ts';

export type ProgressBar = {
  /** `done` is a number from 0 to 1, or undefined while progress cannot be measured. */
  show(what: string, phase: string, done: number | undefined): void;
  /** Prints a line above the bar. */
  say(line: string): void;
  end(): void;
};

const WIDTH = 24;

export function makeProgressBar(terminal: Pick<Terminal, 'out' | 'status'>): ProgressBar {
  return {
    show(what, phase, done) {
      const filled = Math.round((done ?? 0) * WIDTH);
      const bar = done === undefined ? '·'.repeat(WIDTH) : '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      terminal.status?.(
        `${what}  ${bar} ${done === undefined ? '' : `${Math.round(done * 100)} % `}${phase}`,
      );
    },
    say(line) {
      terminal.status?.('');
      terminal.out(line);
    },
    end: () => terminal.status?.(''),
  };
}
