/** Reasons why an image is refused. */

import { AppError } from '../../kernel/errors.ts';

export function unreadable(en: string, es: string): AppError {
  return new AppError('validation_failed', {
    en: `The image is not taken: ${en}. Send a PNG or JPEG.`,
    es: `La imagen no se acepta: ${es}. Envíe un PNG o JPEG.`,
  });
}
