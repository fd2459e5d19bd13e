/**
 * A browser other than Chromium, controlled over its standard protocol, with only the functions that the main journeys
 * need.
 */

export type DrivenBrowser = {
  /** Resolves once the page has loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  read<T>(expression: string): Promise<T>;
  /** Clicks the middle of the element, as with a mouse. */
  click(selector: string): Promise<void>;
  /** Types into the element, as with a keyboard. */
  type(selector: string, text: string): Promise<void>;
  /** Gives files to a file field. */
  give(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
};
