/** oazapfts: functions that resolve with status and data. */

import { defaults, getProof, getRawProof, listCertificates, uploadCertificate } from '../made/oazapfts.ts';
import type { Done, Service } from './uses.ts';

export async function use({ url, key, file }: Service): Promise<Done> {
  defaults.baseUrl = url;
  defaults.headers = { Authorization: `Bearer ${key}` };
  const made = await uploadCertificate({ file, title: 'oazapfts' });
  if (made.status !== 201) throw new Error(`not certified: ${made.status}`);
  const { certificate } = made.data;
  const list = await listCertificates({ limit: 5, order: 'desc' });
  const got = await getProof(certificate.id, 'nom151');
  const early = await getProof(certificate.id, 'blockchain');
  const raw = await getRawProof(certificate.id, 'chain');
  if (list.status !== 200 || got.status !== 200 || raw.status !== 200) throw new Error('not read');
  return {
    certificate,
    listed: list.data.certificates.map(({ id }) => id),
    proof: got.data.proof,
    bytes: await raw.data.bytes(),
    refused: early.status === 409 ? early.data.error : undefined,
  };
}
