/** The parts of an upload: one file and its fields. */

import { invalidField } from '../../http/text-rules.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { UploadedBody } from './body-parser.ts';
import type { MultipartForm } from './multipart.ts';
import type { PartHeaders } from './part-headers.ts';
import { isTextField, UploadFields } from './upload-fields.ts';
import {
  assertFileName,
  assertMediaType,
  decodeUtf8,
  maxBytesOf,
  quoteName,
  tooLong,
} from './upload-text.ts';

export class UploadForm implements MultipartForm<UploadedBody> {
  readonly keptBytes = 0;
  #file: { name: string; mime: string } | undefined;
  readonly #fields = new UploadFields();

  begin({ name, fileName, mime }: PartHeaders): ReturnType<MultipartForm<UploadedBody>['begin']> {
    const isFile = name === 'file';
    if (isFile !== (fileName !== undefined)) throw misplacedFile(name);
    if (isFile || isTextField(name)) this.#fields.claim(name);
    if (fileName !== undefined) {
      assertFileName('`filename` (file)', fileName);
      assertMediaType('`Content-Type` (file)', mime);
      this.#file = { name: fileName, mime };
      return { kind: 'file' };
    }
    return { kind: isTextField(name) ? 'gathered' : 'ignored', maxBytes: maxBytesOf(name) };
  }

  keep({ name }: PartHeaders, bytes: Uint8Array): void {
    this.#fields.keepPart(name, decodeUtf8(name, bytes));
  }

  refuseLong({ name }: PartHeaders): AppError {
    return tooLong(isTextField(name) ? name : quoteName(name));
  }

  end(): UploadedBody {
    if (this.#file === undefined) {
      throw invalidField(
        'file',
        'is missing; send the file in a part named file.',
        'falta; envíe el archivo en una parte llamada file.',
      );
    }
    return { ...this.#fields.texts(), file: this.#file };
  }
}

function misplacedFile(name: string): AppError {
  return name === 'file'
    ? invalidField(
        'file',
        'was sent as text; send it as a file, with a filename (curl: -F file=@document.pdf).',
        'se envió como texto; envíelo como archivo, con filename (curl: -F file=@documento.pdf).',
      )
    : invalidField(
        quoteName(name),
        'carries a file; the part with the file must be called file.',
        'trae un archivo; la parte con el archivo debe llamarse file.',
      );
}
