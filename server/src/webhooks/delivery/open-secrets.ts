/** Opens the secrets that sign for an endpoint at present. */

import { makeUnsealer } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { sealedFor, type Webhook } from '../endpoints/webhook.ts';

/** The newest secret first. The previous one is included for a day after it was replaced. */
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
