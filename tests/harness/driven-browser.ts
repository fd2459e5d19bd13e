/** A browser other than Chromium, driven over its standard protocol: the few things that the main journeys need. */

export type DrivenBrowser = {
  /** Resolves once the page has loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page, or of what it promises. */
  read<T>(expression: string): Promise<T>;
  /** As a person with a mouse, in the middle of the element. */
  click(selector: string): Promise<void>;
  /** As a person with a keyboard, into the element. */
  type(selector: string, text: string): Promise<void>;
  /** Gives files to a file field. */
  give(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
};
