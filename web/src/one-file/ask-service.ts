/** Replaces `public/ask-service.ts` in the single file, which comes from no server and may not connect to any. */

export const CAN_ASK = false;

export async function fetchEvidence(): Promise<undefined> {
  return undefined;
}

export async function fetchRecord(): Promise<undefined> {
  return undefined;
}

export async function findOwn(): Promise<'logged_out'> {
  return 'logged_out';
}
