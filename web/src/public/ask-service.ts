/**
 * The two questions that `/verify` may ask its own server. One is for the evidence of a document that says it was
 * issued there, by the code printed on it. The other, if the visitor wants, is whether their own account certified a
 * fingerprint. No file is ever sent.
 */

import { decodePem } from '@sello/proof';
import type { GivenFile } from './given-files.ts';
import type { PublicRecord } from './public-record.ts';
import { download } from './verify-here.ts';

export const CAN_ASK = true;

export type IssuedEvidence = { files: GivenFile[]; document: PublicRecord['document'] };

/** Undefined if there is no such page. Rejects if the server does not answer. */
export async function fetchRecord(code: string): Promise<PublicRecord | undefined> {
  const record = await download(`/v/${code}.json`);
  return record && (JSON.parse(new TextDecoder().decode(record)) as PublicRecord);
}

export async function fetchEvidence(code: string): Promise<IssuedEvidence | undefined> {
  const record = await fetchRecord(code);
  if (record === undefined) return undefined;
  const { document, status, nom151 } = record;
  const proof = (type: string) => download(`/v/${code}/proof?type=${type}`);
  const [tsr, chain, ers, xml] = await Promise.all([
    proof('nom151'),
    proof('chain'),
    nom151.shared ? proof('record') : undefined,
    // Before the block is final the server refuses this proof.
    status === 'certified' ? proof('blockchain') : undefined,
  ]);
  const files: GivenFile[] = [];
  const named = (name: string, { length }: Uint8Array) => ({ name, size: length });
  if (tsr !== undefined) files.push({ ...named('timestamp.tsr', tsr), kind: 'tsr', bytes: tsr });
  if (ers !== undefined) files.push({ ...named('evidence-record.ers', ers), kind: 'record', bytes: ers });
  if (xml !== undefined) files.push({ ...named('blockchain-proof.xml', xml), kind: 'xml', bytes: xml });
  if (chain !== undefined) {
    const certificates = decodePem('CERTIFICATE', new TextDecoder().decode(chain));
    files.push({ ...named('chain.pem', chain), kind: 'certificates', certificates });
  }
  return { files, document };
}

type OwnCertificate = { title: string; url: string; at: string };

/**
 * Searches the certificates of the person who is logged in, in both modes. Nobody can ask about other people's
 * certificates.
 */
export async function findOwn(sha256: string): Promise<readonly OwnCertificate[] | 'logged_out'> {
  const found: OwnCertificate[] = [];
  for (const mode of ['live', 'test']) {
    const answer = await fetch(`/api/dashboard/certificates?mode=${mode}&sha256=${sha256}&limit=20`);
    if (answer.status === 401) return 'logged_out';
    if (!answer.ok) throw new Error(`the search answered ${answer.status}`);
    const { certificates } = (await answer.json()) as {
      certificates: { title: string; qr_verification_url: string; nom151: { gen_time: string } }[];
    };
    for (const { title, qr_verification_url: url, nom151 } of certificates)
      found.push({ title, url, at: nom151.gen_time });
  }
  return found;
}
