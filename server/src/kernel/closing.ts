/** What has to be closed at the end, in the order in which it was opened. */

export type OnClose = (() => Promise<unknown>)[];

/** The last opened first: it may still use what was opened before it. */
export async function closeAll(onClose: OnClose): Promise<void> {
  for (const step of onClose.splice(0).reverse()) await step();
}
