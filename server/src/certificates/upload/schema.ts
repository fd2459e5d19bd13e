/** The schema of the two encodings of an upload; `upload.ts` enforces it as the bytes arrive. */

import { Type } from 'typebox';
import type { Refusable } from '../../http/error-responses.ts';
import { ExternalId, Metadata } from '../../http/metadata.ts';
import { binary, oneOf, orEmpty } from '../../http/schema.ts';
import { SEAL_WISHES } from '../sealing/seal.ts';
import { STAMP_WISHES, StampWishSchema } from '../shared-stamps/stamp-wish.ts';

const texts = {
  title: Type.Optional(Type.String({ maxLength: 500, description: 'Defaults to the name of the file.' })),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  document_type: Type.Optional(Type.String({ maxLength: 100 })),
  external_id: Type.Optional(ExternalId),
};

const Sha256 = Type.String({ pattern: '^[0-9A-Fa-f]{64}$' });

const sha256Check = {
  sha256: Type.Optional({
    ...Sha256,
    description: 'The SHA-256 of the file as you computed it; a file that does not match is refused.',
  }),
};

/** Allowed only beside a file, because the stamp goes into the file. */
const seal = {
  seal: Type.Optional(
    oneOf(SEAL_WISHES, {
      description:
        'For a PDF: also makes a copy with a time stamp inside (document time stamp, ISO 32000-2 §12.8.5), without changing a byte of the PDF, and certifies the copy. It takes two certificates, and three stamps of the provider. `pdf` refuses a PDF that cannot be sealed (422 `pdf_cannot_be_sealed`); `pdf_if_possible` certifies it without a copy. The record tells in `sealed` how far the copy is.',
    }),
  ),
};

const stamp = {
  stamp: Type.Optional({
    ...StampWishSchema,
    description:
      '`own`: a time stamp of its own. `shared`: the call waits for other calls of the account and mode, 5 seconds unless the operator chose another time (at most 60), and all of them share one time stamp, over a hash tree (RFC 4998). It costs the service one stamp of the provider instead of one for each file; the allowance is used as always. If the provider fails, all of them fail alike, and nothing is used up. The token by itself does not prove a file: it does together with the evidence record (`proof?type=record`). It is no constancia of one file alone, and what courts make of it is not known. A sealed copy (`seal`) has time stamps of its own in any case.',
  }),
};

const named = {
  file_name: Type.String({ minLength: 1, maxLength: 255 }),
  file_mime: Type.Optional(Type.String({ maxLength: 255, default: 'application/octet-stream' })),
};

/** A certificate of a file that stays with the caller. */
export const FingerprintSchema = Type.Object(
  {
    sha256: { ...Sha256, description: 'SHA-256 of the file, which stays with you.' },
    ...named,
    file_size: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The size of the file in bytes, as you state it.' }),
    ),
    ...texts,
    metadata: Type.Optional(Metadata),
  },
  { title: 'Fingerprint' },
);

/**
 * Allows empty values: programs such as Postman send every field of the description, and would otherwise make up values
 * that are refused.
 */
const Form = Type.Object(
  {
    file: binary('The file, 1 to 52,428,800 bytes.'),
    title: orEmpty(texts.title),
    description: orEmpty(texts.description),
    document_type: orEmpty(texts.document_type),
    external_id: orEmpty({ ...ExternalId, minLength: 0 }),
    seal: orEmpty({ ...seal.seal, enum: ['', ...SEAL_WISHES] }),
    stamp: orEmpty({ ...stamp.stamp, enum: ['', ...STAMP_WISHES] }),
    sha256: orEmpty({ ...sha256Check.sha256, pattern: '^([0-9A-Fa-f]{64})?$' }),
    metadata: Type.Optional(
      Type.String({
        default: '',
        description:
          'A JSON object whose values are texts: up to 50 keys of 1 to 40 characters, texts of at most 500 characters.',
      }),
    ),
  },
  {
    title: 'CertificateForm',
    description:
      'An empty `title`, `external_id`, `seal`, `stamp`, `sha256` or `metadata` counts as not sent, because forms send their empty inputs too.',
    examples: [
      { file: 'Contrato de arrendamiento', title: 'Contrato de arrendamiento', document_type: 'contract' },
    ],
  },
);

const Json = Type.Object(
  {
    file_base64: Type.Optional(
      Type.String({
        contentEncoding: 'base64',
        minLength: 4,
        description:
          'Standard alphabet with padding, no line breaks; 1 to 52,428,800 bytes when decoded. Leave it out to send only `sha256`: the file then stays with you.',
      }),
    ),
    ...FingerprintSchema.properties,
    ...seal,
    ...stamp,
    sha256: Type.Optional({
      ...Sha256,
      description:
        'SHA-256 of the file. With `file_base64`, a mismatch is refused; without it, this fingerprint is certified.',
    }),
  },
  {
    title: 'CertificateRequest',
    examples: [
      {
        file_name: 'contrato.txt',
        file_mime: 'text/plain',
        file_base64: 'Q29udHJhdG8gZGUgYXJyZW5kYW1pZW50bw==',
        title: 'Contrato de arrendamiento',
        document_type: 'contract',
      },
      { file_name: 'contrato.pdf', sha256: 'ab'.repeat(32), external_id: '1042', metadata: { caso: '7' } },
    ],
  },
);

export const UPLOAD_BODY = {
  required: true,
  content: { 'multipart/form-data': { schema: Form }, 'application/json': { schema: Json } },
};

/** The body of the operation that takes nothing but a form. */
export const FORM_BODY = { required: true, content: { 'multipart/form-data': { schema: Form } } };

/** The refusals of an upload, in either encoding. */
export const OF_AN_UPLOAD = [
  'malformed_multipart',
  400,
  402,
  'storage_full',
  'external_id_taken',
  413,
  415,
  422,
  'empty_file',
  'digest_mismatch',
  'pdf_cannot_be_sealed',
  502,
] as const satisfies readonly Refusable[];
