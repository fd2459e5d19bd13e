/** Certifies PDFs with a sealed copy, and has the copies made as the worker makes them. */

import { sealNext } from '../../server/src/certificates/sealing/seal-next.ts';
import type { Ports } from '../../server/src/wire.ts';
import { fileForm } from './multipart.ts';
import { API, type TestAnswer, type TestSello } from './test-sello.ts';

export function postWithSeal(
  sello: TestSello,
  key: string,
  pdf: Uint8Array | string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const form = fileForm(pdf, { seal: 'pdf', ...fields }, 'contrato.pdf');
  return sello.call('POST', `${API}/certificates`, {
    key,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
}

/** Makes every copy that is due. */
export async function sealAll({ ports }: { ports: Ports }): Promise<void> {
  while (await sealNext(ports));
}

export async function recordOf(sello: TestSello, key: string, id: string): Promise<TestAnswer['body']> {
  const { status, body, text } = await sello.call('GET', `${API}/certificates/${id}`, { key });
  if (status !== 200) throw new Error(text);
  return body.certificate;
}

export async function originalOf(sello: TestSello, key: string, id: string): Promise<Buffer> {
  const link = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
  const { pathname, search } = new URL(link.body.proof.url);
  const { status, bytes, text } = await sello.call('GET', pathname + search);
  if (status !== 200) throw new Error(text);
  return bytes;
}
