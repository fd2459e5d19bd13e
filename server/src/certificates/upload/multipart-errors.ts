import { AppError } from '../../kernel/errors.ts';

export function malformedMultipart(en: string, es: string): AppError {
  return new AppError('malformed_multipart', {
    en: `The multipart body is malformed: ${en}. Let an HTTP library write it.`,
    es: `El cuerpo multipart está mal formado: ${es}. Deje que lo escriba una biblioteca HTTP.`,
  });
}
