/** orval, with `fetch`. */

import { getCertificate, getProof, getRawProof, listCertificates, uploadCertificate } from '../made/orval.ts';
import type { Done, Service } from './uses.ts';

export async function use({ key, file }: Service): Promise<Done> {
  const options = { headers: { Authorization: `Bearer ${key}` } };
  const made = await uploadCertificate({ file, title: 'orval' }, options);
  if (made.status !== 201) throw new Error(`${made.data.error}: ${made.data.message}`);
  const { certificate } = made.data;
  const list = await listCertificates({ limit: 5, order: 'desc' }, options);
  const got = await getProof(certificate.id, { type: 'nom151' }, options);
  const early = await getProof(certificate.id, { type: 'blockchain' }, options);
  const raw = await getRawProof(certificate.id, 'chain', options);
  const unknown = await getCertificate('cert_x', {}, options);
  if (list.status !== 200 || got.status !== 200 || raw.status !== 200 || unknown.status !== 404)
    throw new Error('not read');
  if (unknown.data.error !== 'not_found') throw new Error('there is no other code');
  return {
    certificate,
    listed: list.data.certificates.map(({ id }) => id),
    proof: (await jsonOf<{ proof: Done['proof'] }>(got.data)).proof,
    bytes: await raw.data.bytes(),
    refused: (await jsonOf<{ error: Done['refused'] }>(early.data)).error,
  };
}

/** If an answer may also be a file, orval reads it as a Blob in any case. */
async function jsonOf<T>(data: unknown): Promise<T> {
  if (!(data instanceof Blob)) throw new Error('not a Blob any more: read it as it is');
  return JSON.parse(await data.text());
}
