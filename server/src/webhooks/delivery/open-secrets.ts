/** The secrets that sign for an endpoint now. */

import { makeUnsealer } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { sealedFor, type Webhook } from '../endpoints/webhook.ts';

/** Newest first; the previous one until its day of grace is over. */
export async function openSecrets(
  ports: { serverKeys: ServerKeys },
  webhook: Webhook,
  now: Date,
): Promise<Uint8Array[]> {
  const unseal = makeUnsealer(ports);
  const { secret, oldSecret } = webhook;
  const sealed = [secret, ...(oldSecret !== undefined && oldSecret.endsAt > now ? [oldSecret.sealed] : [])];
  return Promise.all(sealed.map((one) => unseal(sealedFor(webhook), one)));
}
