import type { Text } from './errors.ts';

/**
 * What only whoever runs the program can mend: the text says what is wrong and how to mend it. The terminal shows it
 * without a stack; a caller of the API never reads it.
 */
export class OperatorError extends Error {
  readonly text: Text;

  /** `cause` is for the log only. */
  constructor(text: Text, options?: { cause: unknown }) {
    super(text.en, options);
    this.name = 'OperatorError';
    this.text = text;
  }
}
