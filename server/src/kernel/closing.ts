/** Shutdown steps, in the order in which things were opened. */

export type OnClose = (() => Promise<unknown>)[];

/** Last opened first: it may still use what was opened before it. */
export async function closeAll(onClose: OnClose): Promise<void> {
  for (const step of onClose.splice(0).reverse()) await step();
}
