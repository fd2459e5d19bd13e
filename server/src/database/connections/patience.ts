/** Says how long to wait for a database that is slow to answer. */

export type Patience = {
  /** How long opening a connection may take until it is ready. */
  connectMs: number;
  /** How many probes in a row must fail before the database counts as gone. */
  probes: number;
};

/** A caller learns within two seconds that the database is gone. */
export const FOR_CALLERS: Patience = { connectMs: 1_500, probes: 1 };

/** An operator who runs a command would rather wait for a busy machine than start a long check again. */
export const FOR_COMMANDS: Patience = { connectMs: 15_000, probes: 10 };

/** Calls `look` until it finds the database: once, or as many times as `patience` allows. */
export async function lookPatiently(look: () => Promise<boolean>, { probes }: Patience): Promise<boolean> {
  for (let tries = 1; tries <= probes; tries += 1) if (await look()) return true;
  return false;
}
