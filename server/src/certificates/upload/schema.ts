/** The schema of the two encodings of an upload; `upload.ts` enforces it as the bytes arrive. */

import { Type } from 'typebox';

const texts = {
  title: Type.Optional(Type.String({ maxLength: 500, description: 'Defaults to the name of the file.' })),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  document_type: Type.Optional(Type.String({ maxLength: 100 })),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f]{64}$',
      description: 'Your own SHA-256 of the file; a mismatch is refused.',
    }),
  ),
};

export const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: Type.Object({
        file: Type.Unsafe<string>({
          type: 'string',
          contentMediaType: 'application/octet-stream',
          description: 'The file, 1 to 52,428,800 bytes.',
        }),
        ...texts,
      }),
    },
    'application/json': {
      schema: Type.Object({
        file_name: Type.String({ minLength: 1, maxLength: 255 }),
        file_base64: Type.String({
          contentEncoding: 'base64',
          minLength: 4,
          description: 'Standard alphabet with padding, no line breaks; 1 to 52,428,800 bytes when decoded.',
        }),
        file_mime: Type.Optional(Type.String({ maxLength: 255, default: 'application/octet-stream' })),
        ...texts,
      }),
    },
  },
};
