/** Writes upload bodies to files, from which the load generator sends them. */

import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type UploadBody = {
  bodyFile: string;
  headers: { 'content-type': string; 'content-length': number };
  /** Offset of the file's own bytes in the body. */
  fileAt: number;
};

/**
 * As long as curl's boundary; browsers' boundaries have 38 to 53 characters. A shorter one takes longer to search for.
 */
const BOUNDARY = '------------------------5d1c0a9e77b35c61d2f08e';

export async function writeMultipartBody(folder: string, sizeBytes: number): Promise<UploadBody> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nContrato de servicios\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="contrato.pdf"\r\n` +
      'Content-Type: application/pdf\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return writeBody(folder, 'multipart', type, [head, randomBytes(sizeBytes), tail]);
}

export async function writeJsonBody(folder: string, sizeBytes: number): Promise<UploadBody> {
  const head = Buffer.from('{"title":"Contrato de servicios","file_name":"contrato.pdf","file_base64":"');
  const base64 = Buffer.from(randomBytes(sizeBytes).toString('base64'), 'latin1');
  return writeBody(folder, 'json', 'application/json', [head, base64, Buffer.from('"}')]);
}

export async function writeFingerprintBody(folder: string): Promise<UploadBody> {
  const head = Buffer.from('{"title":"Contrato de servicios","file_name":"contrato.pdf","sha256":"');
  const sha256 = Buffer.from(randomBytes(32).toString('hex'), 'latin1');
  return writeBody(folder, 'fingerprint', 'application/json', [head, sha256, Buffer.from('"}')]);
}

export async function writeRawBody(folder: string, sizeBytes: number): Promise<UploadBody> {
  return writeBody(folder, 'raw', 'application/pdf', [Buffer.alloc(0), randomBytes(sizeBytes)]);
}

async function writeBody(
  folder: string,
  name: string,
  contentType: string,
  pieces: readonly Buffer[],
): Promise<UploadBody> {
  const bodyFile = path.join(folder, `${name}.body`);
  await writeFile(bodyFile, pieces);
  const { size } = await stat(bodyFile);
  return {
    bodyFile,
    headers: { 'content-type': contentType, 'content-length': size },
    fileAt: pieces[0]?.length ?? 0,
  };
}
