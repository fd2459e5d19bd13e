/** Certificates: the calls that the generated table of operations cannot express. */

import { SelloError } from './errors.ts';
import { fingerprint } from './fingerprint.ts';
import { fieldOf, unexpected } from './list.ts';
import { multipartBody } from './multipart.ts';
import { type Certificate, type CertificateRequest, OPERATIONS, type Resources } from './operations.ts';
import type { Source } from './source.ts';
import type { CallOptions, Operation, Transport } from './transport.ts';
import { type Content, openContent, textBody } from './upload.ts';

type Words = {
  title?: string | undefined;
  description?: string | undefined;
  document_type?: string | undefined;
  /** Your own id for the certificate; unique in the account. */
  external_id?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  /** Required if neither the path nor the File has a name. */
  file_name?: string | undefined;
  file_mime?: string | undefined;
  file_size?: number | undefined;
  /** `shared`: waits some seconds for other calls, with which it shares one time stamp. Defaults to `own`. */
  stamp?: CertificateRequest['stamp'];
};

/** A file; if its SHA-256 is given too, the server checks it. */
export type FileToCertify = Words &
  Content & {
    sha256?: string | undefined;
    /** For a PDF: also make a copy with a time stamp inside it. `sealed` in the answer shows the progress. */
    seal?: CertificateRequest['seal'];
  };

/** A fingerprint alone: the file stays where it is. */
export type FingerprintToCertify = Words & {
  sha256: string;
  file_name: string;
  seal?: never;
  file?: never;
  path?: never;
  stream?: never;
};

export type CreateOptions = CallOptions & {
  /** Hashes the file here, of any size, and sends only its fingerprint. */
  hashOnly?: boolean | undefined;
};

export type WaitOptions = Pick<CallOptions, 'signal' | 'headers'> & {
  /** Defaults to 30 minutes. */
  timeoutMs?: number | undefined;
  /** Called with the certificate each time it is read. */
  onCheck?: ((certificate: Certificate) => void) | undefined;
};

export type Certificates = Omit<Resources['certificates'], 'create'> & {
  /** Certifies a file or a fingerprint. Needs the scope `certificates:write`. */
  create(input: FileToCertify | FingerprintToCertify, options?: CreateOptions): Promise<Certificate>;
  /** Resolves once the certificate is anchored; rejects with a `SelloError` (`not_certified_yet`) after `timeoutMs`. */
  waitUntilCertified(id: string, options?: WaitOptions): Promise<Certificate>;
};

export function makeCertificates(transport: Transport, operations: Resources['certificates']): Certificates {
  return {
    ...operations,
    create: (input, options) => create(transport, input, options),
    waitUntilCertified: (id, options) => waitUntilCertified(transport, id, options),
  };
}

async function create(
  transport: Transport,
  input: FileToCertify | FingerprintToCertify,
  { onProgress, hashOnly, ...options }: CreateOptions = {},
): Promise<Certificate> {
  const source = hasContent(input) ? await openContent(input, input.file_size) : undefined;
  const isFingerprint = source === undefined || hashOnly === true;
  const body = isFingerprint
    ? textBody('application/json', JSON.stringify(await fingerprintForm(input, source, onProgress)))
    : formOf(input, source);
  const call = { method: 'POST', path: '/certificates', body, options, isLong: !isFingerprint };
  return transport.call(isFingerprint ? call : { ...call, onProgress }, async (response) =>
    readCertificate(await response.json()),
  );
}

function hasContent(input: FileToCertify | FingerprintToCertify): input is FileToCertify {
  return input.file !== undefined || input.path !== undefined || input.stream !== undefined;
}

async function fingerprintForm(
  input: FileToCertify | FingerprintToCertify,
  source: Source | undefined,
  onProgress: CreateOptions['onProgress'],
): Promise<object> {
  const { file: _file, path: _path, stream: _stream, ...words } = input;
  const sha256 = source === undefined ? input.sha256 : await fingerprint(source, onProgress);
  if (sha256 === undefined)
    throw new TypeError('Give the file (`file`, `path` or `stream`) or its `sha256`.');
  // The SHA-256 given by the caller is checked here, because the server never sees the file.
  if (input.sha256 !== undefined && input.sha256.toLowerCase() !== sha256.toLowerCase())
    throw new SelloError({
      code: 'digest_mismatch',
      message: '`sha256` is not that of the file.',
      status: 0,
    });
  return {
    ...words,
    sha256,
    file_name: nameOf(input, source),
    file_size: source?.size ?? input.file_size,
    file_mime: input.file_mime ?? source?.mime,
  };
}

function formOf(input: FileToCertify | FingerprintToCertify, source: Source) {
  const { title, description, document_type, external_id, metadata, seal, stamp, sha256 } = input;
  const fields = Object.entries({
    title,
    description,
    document_type,
    external_id,
    metadata: metadata && JSON.stringify(metadata),
    seal,
    stamp,
    sha256,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return multipartBody(Object.fromEntries(fields), {
    source,
    name: nameOf(input, source),
    mime: input.file_mime ?? source.mime ?? 'application/octet-stream',
  });
}

function nameOf(input: FileToCertify | FingerprintToCertify, source: Source | undefined): string {
  const name = input.file_name ?? source?.name;
  if (name === undefined) throw new TypeError('`file_name` is missing.');
  return name;
}

const MAX_WAIT_MS = 30 * 60_000;
/** How long one call may wait, in seconds, if the server supports waiting. */
const LONGEST_CALL_S = 30;
const SHORTEST_PAUSE_MS = 2_000;

/** The server waits if it supports that. A server that answers at once is asked every two seconds. */
async function waitUntilCertified(
  transport: Transport,
  id: string,
  { timeoutMs = MAX_WAIT_MS, onCheck, ...options }: WaitOptions = {},
): Promise<Certificate> {
  const { now, sleep } = transport.runtime;
  const { path, query: known = [] }: Operation = OPERATIONS.certificates.get;
  const deadline = now() + timeoutMs;
  for (;;) {
    const askedAt = now();
    const leftS = Math.min(LONGEST_CALL_S, Math.ceil((deadline - askedAt) / 1000));
    const query = known.includes('wait') && leftS > 0 ? { wait: 'certified', timeout: leftS } : {};
    const call = { method: 'GET', path: path.replace('{id}', encodeURIComponent(id)), query, options };
    const certificate = await transport.call(call, async (response) =>
      readCertificate(await response.json()),
    );
    onCheck?.(certificate);
    if (certificate.status === 'certified') return certificate;
    const left = deadline - now();
    if (left <= 0) throw notYet(timeoutMs);
    const waitedMs = now() - askedAt;
    if (waitedMs < SHORTEST_PAUSE_MS)
      await sleep(Math.min(left, SHORTEST_PAUSE_MS - waitedMs), options.signal);
  }
}

function notYet(timeoutMs: number): SelloError {
  return new SelloError({
    code: 'not_certified_yet',
    message: `It is stamped, but was not anchored within ${timeoutMs / 1000} s.`,
    status: 200,
  });
}

function readCertificate(json: unknown): Certificate {
  const certificate = fieldOf(json, 'certificate');
  if (typeof fieldOf(certificate, 'id') !== 'string')
    throw unexpected('The server answered with something that is no certificate.');
  return certificate as Certificate;
}
