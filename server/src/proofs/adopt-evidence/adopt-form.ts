/** The parts of a form that sends a constancia: the constancia, its file or its hash, and the fields of an upload. */

import { MAX_EVIDENCE_BYTES } from '@sello/proof';
import type { MultipartForm } from '../../certificates/upload/multipart.ts';
import type { PartHeaders } from '../../certificates/upload/part-headers.ts';
import { isTextField, UploadFields } from '../../certificates/upload/upload-fields.ts';
import {
  assertFileName,
  assertMediaType,
  decodeUtf8,
  maxBytesOf,
  quoteName,
  tooLong,
} from '../../certificates/upload/upload-text.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';

export type HandedIn = {
  evidence: { name: string; bytes: Uint8Array };
  fields: UploadFields;
  /** Undefined if only the hash of the file was sent. */
  file: { name: string; mime: string } | undefined;
};

export class AdoptForm implements MultipartForm<HandedIn> {
  readonly #fields = new UploadFields();
  #evidence: HandedIn['evidence'] | undefined;
  #file: HandedIn['file'];

  get keptBytes(): number {
    return this.#evidence?.bytes.length ?? 0;
  }

  begin({ name, fileName, mime }: PartHeaders): ReturnType<MultipartForm<HandedIn>['begin']> {
    const isFile = name === 'file' || name === 'evidence';
    if (isFile && fileName === undefined) throw sentAsText(name);
    if (isFile || isField(name)) this.#fields.claim(name);
    if (name === 'evidence') return { kind: 'gathered', maxBytes: MAX_EVIDENCE_BYTES };
    if (name !== 'file') return { kind: isField(name) ? 'gathered' : 'ignored', maxBytes: maxBytesOf(name) };
    assertFileName('`filename` (file)', fileName ?? '');
    assertMediaType('`Content-Type` (file)', mime);
    this.#file = { name: fileName ?? '', mime };
    return { kind: 'file' };
  }

  keep({ name, fileName }: PartHeaders, bytes: Uint8Array): void {
    if (name === 'evidence') {
      this.#evidence = { name: fileName ?? '', bytes: Uint8Array.from(bytes) };
      return;
    }
    const text = decodeUtf8(name, bytes);
    if (name === 'file_name') assertFileName(name, text);
    this.#fields.keep(name, text);
  }

  refuseLong({ name }: PartHeaders): AppError {
    if (name === 'evidence') return evidenceTooLarge();
    return tooLong(isField(name) ? name : quoteName(name));
  }

  end(): HandedIn {
    if (this.#evidence === undefined) throw evidenceMissing();
    return { evidence: this.#evidence, fields: this.#fields, file: this.#file };
  }
}

function isField(name: string): boolean {
  return isTextField(name) || name === 'file_name';
}

export function evidenceMissing(): AppError {
  return invalidField(
    'evidence',
    'is missing; send the constancia in a part named evidence.',
    'falta; envíe la constancia en una parte llamada evidence.',
  );
}

function sentAsText(field: string): AppError {
  return invalidField(
    field,
    'was sent as text; send it as a file, with a filename.',
    'se envió como texto; envíelo como archivo, con filename.',
  );
}

export function evidenceTooLarge(): AppError {
  return new AppError('file_too_large', {
    en: '`evidence` has more than 4 MiB, so it cannot be a constancia; send the document as `file`.',
    es: '`evidence` tiene más de 4 MiB, así que no es una constancia; envíe el documento como `file`.',
  });
}
