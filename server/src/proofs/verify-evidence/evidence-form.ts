/** The parts of a form with evidence: the document, its evidence, and separately what the caller trusts. */

import { MAX_EVIDENCE_BYTES } from '@sello/proof';
import type { MultipartForm } from '../../certificates/upload/multipart.ts';
import type { PartHeaders } from '../../certificates/upload/part-headers.ts';
import { decodeUtf8, quoteName } from '../../certificates/upload/upload-text.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { EvidenceMaterial } from './material.ts';

const MAX_PARTS = 20;
export const MAX_TOGETHER_BYTES = 60 * 1024 * 1024;
const MAX_TRUSTED = 8;
const MAX_TEXT_BYTES = 65_536;

type EvidenceFields = Omit<EvidenceMaterial, 'digests' | 'documentLeaf' | 'now'> & {
  hasFile: boolean;
  sha256: string | undefined;
};

export class EvidenceForm implements MultipartForm<EvidenceFields> {
  readonly #parts: { name: string; bytes: Uint8Array }[] = [];
  readonly #texts = new Map<string, string[]>();
  #evidenceParts = 0;
  #hasFile = false;
  #keptBytes = 0;

  get keptBytes(): number {
    return this.#keptBytes;
  }

  begin({ name, fileName }: PartHeaders): ReturnType<MultipartForm<EvidenceFields>['begin']> {
    if (name === 'file') return this.#beginFile(fileName);
    if (name === 'evidence') return this.#beginEvidence(fileName);
    if (name === 'sha256' || name === 'root' || name === 'log_key')
      return { kind: 'gathered', maxBytes: MAX_TEXT_BYTES };
    return { kind: 'ignored', maxBytes: MAX_TEXT_BYTES };
  }

  keep({ name, fileName }: PartHeaders, bytes: Uint8Array): void {
    if (name === 'evidence') {
      this.#keptBytes += bytes.length;
      if (this.#keptBytes > MAX_TOGETHER_BYTES) throw tooMuch();
      this.#parts.push({ name: fileName ?? '', bytes: Uint8Array.from(bytes) });
      return;
    }
    const most = name === 'sha256' ? 1 : MAX_TRUSTED;
    const texts = this.#textsOf(name);
    if (texts.length === most) throw tooOften(name, most);
    this.#texts.set(name, [...texts, decodeUtf8(name, bytes).trim()]);
  }

  refuseLong({ name }: PartHeaders): AppError {
    return name === 'evidence' ? tooLarge() : tooLong(name);
  }

  end(): EvidenceFields {
    if (this.#parts.length === 0)
      throw invalidField(
        'evidence',
        'is missing; send the proof in a part named evidence.',
        'falta; envíe la prueba en una parte llamada evidence.',
      );
    return {
      parts: this.#parts,
      roots: this.#textsOf('root'),
      logKeys: this.#textsOf('log_key').flatMap((text) => text.split(/\s+/).filter((key) => key !== '')),
      sha256: this.#textsOf('sha256')[0],
      hasFile: this.#hasFile,
    };
  }

  #textsOf(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  #beginFile(fileName: string | undefined): { kind: 'file' } {
    if (fileName === undefined) throw asText('file');
    if (this.#hasFile) throw tooOften('file', 1);
    this.#hasFile = true;
    return { kind: 'file' };
  }

  #beginEvidence(fileName: string | undefined): { kind: 'gathered'; maxBytes: number } {
    if (fileName === undefined) throw asText('evidence');
    this.#evidenceParts += 1;
    if (this.#evidenceParts > MAX_PARTS) throw tooOften('evidence', MAX_PARTS);
    // A document may contain time stamps, and is larger than other evidence.
    const isPdf = /\.pdf$/i.test(fileName);
    return { kind: 'gathered', maxBytes: isPdf ? MAX_TOGETHER_BYTES : MAX_EVIDENCE_BYTES };
  }
}

function asText(field: string): AppError {
  return invalidField(
    field,
    'was sent as text; send it as a file, with a filename.',
    'se envió como texto; envíelo como archivo, con filename.',
  );
}

function tooOften(field: string, most: number): AppError {
  return most === 1
    ? invalidField(
        field,
        'was sent more than once; send it once.',
        'se envió más de una vez; envíelo una sola vez.',
      )
    : invalidField(field, `was sent more than ${most} times.`, `se envió más de ${most} veces.`);
}

function tooLong(name: string): AppError {
  return invalidField(
    quoteName(name),
    'is longer than 64 KiB; shorten it.',
    'ocupa más de 64 KiB; acórtelo.',
  );
}

function tooLarge(): AppError {
  return new AppError('file_too_large', {
    en: 'A part `evidence` has more than 4 MiB (a PDF: 60 MB), so it is no evidence; send the document as `file`, and check archives with the command `sello verify`.',
    es: 'Una parte `evidence` tiene más de 4 MiB (un PDF: 60 MB), así que no es evidencia; envíe el documento como `file` y compruebe los archivos de evidencia con el comando `sello verify`.',
  });
}

function tooMuch(): AppError {
  return new AppError('file_too_large', {
    en: 'The parts `evidence` may have 60 MB together.',
    es: 'Las partes `evidence` pueden sumar como máximo 60 MB.',
  });
}
