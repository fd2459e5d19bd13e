/** The client: one key, every resource of the API. */

import { type Certificates, makeCertificates } from './certificates.ts';
import { type Download, toDownload } from './download.ts';
import { fingerprint } from './fingerprint.ts';
import type { Resources } from './operations.ts';
import { makeProofs, type Proofs } from './proofs.ts';
import { makeResources } from './resources.ts';
import { type CallOptions, makeTransport, type Query, type SelloOptions } from './transport.ts';
import { type Content, textBody } from './upload.ts';
import { verifyWebhook } from './webhooks.ts';

type VerifyOperations = Resources['verify'];
type WebhookOperations = Resources extends { webhooks: infer Operations } ? Operations : unknown;

export type VerifyResult = Awaited<ReturnType<VerifyOperations['verifyHashes']>>[number];
export type VerifyAnswer = Awaited<ReturnType<VerifyOperations['verifyHash']>>;

export type RawRequest = CallOptions & { query?: Query | undefined; body?: unknown };

export type Sello = Omit<Resources, 'certificates' | 'proofs' | 'verify' | 'webhooks'> & {
  certificates: Certificates;
  proofs: Proofs;
  webhooks: WebhookOperations & {
    /** Checks a delivered event and returns it; see `verifyWebhook`, which needs no client. */
    verify: typeof verifyWebhook;
  };
  /** Was this file or fingerprint certified by this account? The file is hashed here. Needs the scope `verify:read`. */
  verify(fileOrHash: string | Content, options?: CallOptions): Promise<VerifyAnswer>;
  /** The same for any number of fingerprints, in the order given; each call carries up to a thousand. */
  verifyMany(hashes: readonly string[], options?: CallOptions): Promise<VerifyResult[]>;
  /** An operation that this version of the package does not know, by its path below `/api/public/v1`. */
  request(method: string, path: string, request?: RawRequest): Promise<Download>;
};

/** In one call. */
const MOST_HASHES = 1_000;

class SelloClient {
  constructor(options: SelloOptions = {}) {
    const transport = makeTransport(options);
    const resources = makeResources(transport);
    const own: Pick<Sello, 'certificates' | 'proofs' | 'verify' | 'verifyMany' | 'request'> = {
      certificates: makeCertificates(transport, resources.certificates),
      proofs: makeProofs(resources.proofs),
      async verify(fileOrHash, callOptions) {
        const hash = typeof fileOrHash === 'string' ? fileOrHash : await fingerprint(fileOrHash);
        return resources.verify.verifyHash(hash, {}, callOptions);
      },
      async verifyMany(hashes, callOptions) {
        const results: VerifyResult[] = [];
        for (let at = 0; at < hashes.length; at += MOST_HASHES) {
          const some = hashes.slice(at, at + MOST_HASHES);
          results.push(...(await resources.verify.verifyHashes({ hashes: some }, callOptions)));
        }
        return results;
      },
      request(method, path, { query, body, ...callOptions } = {}) {
        if (!path.startsWith('/')) throw new TypeError('`path` must begin with a slash.');
        const call = { method: method.toUpperCase(), path, query, options: callOptions };
        const sent =
          body === undefined ? call : { ...call, body: textBody('application/json', JSON.stringify(body)) };
        return transport.call(sent, toDownload);
      },
    };
    const { webhooks = {} } = resources as { webhooks?: object };
    Object.assign(this, resources, own, { webhooks: { ...webhooks, verify: verifyWebhook } });
  }
}

/** `new Sello({ apiKey, baseUrl })` */
// The resources come from the table of operations, which the class cannot spell out.
export const Sello = SelloClient as unknown as new (options?: SelloOptions) => Sello;
