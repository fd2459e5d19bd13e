/** Shutdown steps, in the order in which things were opened. */

export type OnClose = (() => Promise<unknown>)[];

/**
 * Runs the steps in reverse order: what was opened last may still use what was opened before it, so it is closed
 * first.
 */
export async function closeAll(onClose: OnClose): Promise<void> {
  for (const step of onClose.splice(0).reverse()) await step();
}
