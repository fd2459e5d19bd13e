/** Reads a certificate and all its proofs, both as its owner and as a stranger. */

import { ProofQuery } from '../../server/src/proofs/proof-schemas.ts';
import { PUBLIC_PROOFS } from '../../server/src/proofs/public-page/public-record.ts';
import { API } from './test-sello.ts';

type Read = { what: string; status: number; bytes: Buffer };

/**
 * The addresses of a certificate and its proofs, from the lists of what is served to its owner and to a stranger, so that
 * a new kind is included automatically.
 */
function proofAddresses(id: string, verificationUrl: string): { what: string; path: string }[] {
  const page = new URL(verificationUrl).pathname;
  const types = valuesOf(ProofQuery.properties.type);
  const formats = valuesOf(ProofQuery.properties.format);
  const own = types.flatMap((type) =>
    formats
      // Only the blockchain proof has the other formats; `ots` is left out, because it needs a calendar.
      .filter((format) => ['json', 'raw'].includes(format) || (type === 'blockchain' && format !== 'ots'))
      .map((format) => ({
        what: `${type} as ${format}`,
        path: `${API}/certificates/${id}/proof?type=${type}&format=${format}`,
      })),
  );
  return [
    { what: 'record', path: `${API}/certificates/${id}` },
    ...own,
    { what: 'public page', path: page },
    { what: 'public record', path: `${page}.json` },
    ...PUBLIC_PROOFS.map((type) => ({ what: `public ${type}`, path: `${page}/proof?type=${type}` })),
  ];
}

export async function readAll(
  baseUrl: string,
  key: string,
  certificate: { id: string; verificationUrl: string },
): Promise<Read[]> {
  const headers = { authorization: `Bearer ${key}` };
  const reads: Read[] = [];
  for (const { what, path } of proofAddresses(certificate.id, certificate.verificationUrl)) {
    const ask = () => fetch(`${baseUrl}${path}`, { headers, redirect: 'manual' });
    let answer = await ask();
    // On a busy machine the rendering of a proof may time out and succeed on the next request. A server that cannot
    // make the proof at all keeps failing.
    for (let again = 0; again < AGAIN && answer.status >= 500; again += 1) answer = await ask();
    reads.push({ what, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) });
  }
  return reads;
}

const AGAIN = 3;

/** The values of an enumeration in a schema. */
function valuesOf(schema: unknown): string[] {
  const { enum: values, anyOf } = schema as { enum?: string[]; anyOf?: { const: string }[] };
  return values ?? anyOf?.map((one) => one.const) ?? [];
}
