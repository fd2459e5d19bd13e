/**
 * `/verify.html`, `/sello-verify.mjs` and `/verify_blockchain_proof.py`: verifiers to download. The same address with
 * `.sha256` at its end gives the hash, in the form of `sha256sum -c`.
 */

import type { App } from '../../http/app.ts';
import { etagOf, isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import type { Verifier, Verifiers } from '../../http/pages/verifiers.ts';

/** Headers that let any origin fetch the verifiers, which contain no personal data. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

export function verifierRoutes(app: App, { files }: Verifiers): void {
  for (const file of files) {
    const headers = { ...OPEN, ...policyOf(file) };
    app.get(`/${file.name}`, { schema: { hide: true } }, async (request, reply) => {
      reply.headers(headers);
      if (isKnownTo(request, reply, etagOf(file.bytes))) return sendNotModified(reply);
      return reply.type(file.type).send(file.bytes);
    });
    app.get(`/${file.name}.sha256`, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(OPEN).type('text/plain; charset=utf-8').send(`${file.sha256}  ${file.name}\n`),
    );
  }
}

/**
 * The content security policy of a verifier. The page contains a policy with the hashes of its script and style; as a
 * header, this policy can also forbid frames.
 */
function policyOf({ name, bytes }: Verifier): Record<string, string> {
  if (!name.endsWith('.html')) return { 'content-security-policy': "default-src 'none'; sandbox" };
  const [, policy] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(bytes.toString()) ?? [];
  if (policy === undefined) throw new Error(`${name} has no content security policy`);
  return { 'content-security-policy': `${policy}; frame-ancestors 'none'` };
}
