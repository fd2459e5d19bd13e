/** In the single file, in place of `public/ask-service.ts`: it comes from no server, and may not connect to any. */

export const CAN_ASK = false;

export async function fetchEvidence(): Promise<undefined> {
  return undefined;
}

export async function findOwn(): Promise<'logged_out'> {
  return 'logged_out';
}
