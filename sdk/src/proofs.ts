/** Proofs as bytes, streams and files. */

import type { Download } from './download.ts';
import type { SaveOptions } from './files.ts';
import type { Resources } from './operations.ts';
import type { CallOptions } from './transport.ts';

type ProofQuery = Parameters<Resources['proofs']['getFile']>[1];
export type ProofType = ProofQuery['type'];
type AnyProof = Awaited<ReturnType<Resources['proofs']['get']>>;
export type ProofOf<Type extends ProofType> = Extract<AnyProof, { type: Type }>;

export type ProofOptions = CallOptions & {
  /** Defaults to the proof itself (`raw`); `ots` and `tlog` are other forms of the blockchain proof. */
  format?: Exclude<ProofQuery['format'], 'json'>;
  /** With `court`: `omit` leaves the original out of the package. */
  original?: ProofQuery['original'];
};

export type Proofs = Omit<Resources['proofs'], 'get'> & {
  /** Facts and proof together, as JSON. */
  get<Type extends ProofType>(
    id: string,
    query: { type: Type },
    options?: CallOptions,
  ): Promise<ProofOf<Type>>;
  download(id: string, type: ProofType, options?: ProofOptions): Promise<Download>;
  bytes(id: string, type: ProofType, options?: ProofOptions): Promise<Uint8Array>;
  stream(id: string, type: ProofType, options?: ProofOptions): Promise<ReadableStream<Uint8Array>>;
  /** Not available in a browser. An existing file is replaced only with `overwrite`. */
  save(id: string, type: ProofType, path: string, options?: ProofOptions & SaveOptions): Promise<void>;
};

export function makeProofs(operations: Resources['proofs']): Proofs {
  const download: Proofs['download'] = (id, type, { format = 'raw', original, ...options } = {}) =>
    operations.getFile(id, { type, format, ...(original && { original }) }, options);
  const proofs = {
    ...operations,
    download,
    bytes: async (id, type, options) => (await download(id, type, options)).bytes(),
    stream: async (id, type, options) => (await download(id, type, options)).stream(),
    save: async (id, type, path, { overwrite, drafts, ...options } = {}) =>
      (await download(id, type, options)).save(path, { overwrite, drafts }),
  } satisfies Omit<Proofs, 'get'>;
  // `get` returns a proof of the requested type.
  return proofs as Proofs;
}
