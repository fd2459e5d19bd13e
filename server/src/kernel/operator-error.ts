import type { Text } from './errors.ts';

/**
 * A problem that only the operator can fix: the text says what is wrong and how to fix it. The terminal shows it
 * without a stack trace; API callers never see it.
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
