/** @hey-api/openapi-ts with its own client. */

import { client } from '../made/hey-api/client.gen.ts';
import { getProof, getRawProof, listCertificates, uploadCertificate } from '../made/hey-api/sdk.gen.ts';
import type { Done, Service } from './uses.ts';

export async function use({ url, key, file }: Service): Promise<Done> {
  client.setConfig({ baseUrl: url, auth: key });
  const made = await uploadCertificate({ body: { file, title: 'hey-api' } });
  if (made.data === undefined) throw new Error(`${made.error.error}: ${made.error.message}`);
  const { certificate } = made.data;
  const list = await listCertificates({ query: { limit: 5, order: 'desc' } });
  const got = await getProof({ path: { id: certificate.id }, query: { type: 'nom151' } });
  const early = await getProof({ path: { id: certificate.id }, query: { type: 'blockchain' } });
  const raw = await getRawProof({ path: { id: certificate.id, type: 'chain' } });
  if (!(raw.data instanceof Blob)) throw new Error('no bytes');
  const answer = got.data;
  if (answer === undefined || !(typeof answer === 'object' && 'proof' in answer)) throw new Error('no proof');
  return {
    certificate,
    listed: list.data?.certificates.map(({ id }) => id) ?? [],
    proof: answer.proof,
    bytes: await raw.data.bytes(),
    refused: early.error?.error === 'proof_not_ready' ? early.error.error : undefined,
  };
}
