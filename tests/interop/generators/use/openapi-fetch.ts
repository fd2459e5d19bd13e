/** openapi-typescript makes the types, openapi-fetch calls. */

import createClient from 'openapi-fetch';
import type { paths } from '../made/openapi-typescript.ts';
import type { Done, Service } from './uses.ts';

const CERTIFICATES = '/api/public/v1/certificates';

export async function use({ url, key, file }: Service): Promise<Done> {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });
  const made = await client.POST(`${CERTIFICATES}/upload`, {
    // JSON schema has no type for bytes, so openapi-typescript calls them a string.
    body: { file: file as unknown as string, title: 'openapi-fetch' },
    bodySerializer: (body) => toForm(body),
  });
  if (made.data === undefined) throw new Error(`${made.error.error}: ${made.error.message}`);
  const { certificate } = made.data;
  const list = await client.GET(CERTIFICATES, { params: { query: { limit: 5, order: 'desc' } } });
  const of = { path: { id: certificate.id } };
  const got = await client.GET(`${CERTIFICATES}/{id}/proof`, {
    params: { ...of, query: { type: 'nom151' } },
  });
  // Other formats of the same answer are files.
  if (typeof got.data !== 'object') throw new Error('no proof');
  const { proof } = got.data;
  if (proof.type !== 'nom151') throw new Error('the proof is of another kind');
  // After this check of the discriminator the type is known: no other kind of proof has this field.
  if (proof.tsr_base64.length < 100) throw new Error('the time stamp is missing');
  const raw = await client.GET(`${CERTIFICATES}/{id}/proof/{type}`, {
    params: { path: { id: certificate.id, type: 'chain' } },
    parseAs: 'arrayBuffer',
  });
  const early = await client.GET(`${CERTIFICATES}/{id}/proof`, {
    params: { ...of, query: { type: 'blockchain' } },
  });
  return {
    certificate,
    listed: list.data?.certificates.map(({ id }) => id) ?? [],
    proof,
    bytes: new Uint8Array(raw.data ?? new ArrayBuffer()),
    refused: early.error?.error === 'proof_not_ready' ? early.error.error : undefined,
  };
}

function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  return form;
}
