/** The two encodings in which a constancia can be sent; `read-handed-in.ts` checks them while the bytes arrive. */

import { Type } from 'typebox';
import { FingerprintSchema } from '../../certificates/upload/schema.ts';
import { binary } from '../../http/schema.ts';

const { sha256, file_name, ...named } = FingerprintSchema.properties;
const { metadata, file_mime: _, file_size: __, ...texts } = named;

const FileName = Type.Optional({ ...file_name, description: 'Defaults to the name of the constancia.' });

const Form = Type.Object(
  {
    evidence: binary('The constancia: `.asn1`, `.tsr` or the XML of Mifiel that holds it; at most 4 MiB.'),
    file: Type.Optional(
      binary('The document, 1 to 52,428,800 bytes. It is stored like the file of any certificate.'),
    ),
    sha256: Type.Optional({
      ...sha256,
      description: 'The SHA-256 of the document, instead of the file or to check it.',
    }),
    file_name: FileName,
    ...texts,
    metadata: Type.Optional(Type.String({ description: 'A JSON object whose values are texts.' })),
  },
  { title: 'AdoptionForm', examples: [{ evidence: 'MAUwAwIBAg==', sha256: 'ab'.repeat(32) }] },
);

const Json = Type.Object(
  {
    evidence_base64: Type.String({
      contentEncoding: 'base64',
      minLength: 4,
      description: 'The constancia: `.asn1`, `.tsr` or the XML of Mifiel that holds it; at most 4 MiB.',
    }),
    evidence_name: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'The file name of the constancia; an ending such as `.asn1` helps to recognise its format.',
      }),
    ),
    sha256,
    ...named,
    file_name: FileName,
    metadata,
  },
  {
    title: 'AdoptionRequest',
    examples: [{ evidence_base64: 'MAUwAwIBAg==', sha256: 'ab'.repeat(32), file_name: 'contrato.pdf' }],
  },
);

export const ADOPTION_BODY = {
  required: true,
  content: { 'multipart/form-data': { schema: Form }, 'application/json': { schema: Json } },
};
