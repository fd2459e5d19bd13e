/** Takes an uploaded image as the picture of badges. */

import { invalidField } from '../../http/text-rules.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { keepForBadges } from './pg-badge-images.ts';
import { readImages } from './pg-council.ts';

/** Badge pictures are square and small: wallets show them at the size of a stamp. */
const SIDE = { least: 90, most: 800 };
/** The images are kept for good, because badges name them. */
const MOST_BYTES = 256 * 1024;
const MOST_PICTURES = 500;

export async function takeBadgeImage(
  tools: Pick<Tools, 'query' | 'now'>,
  accountId: AccountId,
  sha256: string,
): Promise<void> {
  const image = (await readImages(tools, accountId, [sha256])).get(sha256);
  if (image === undefined) {
    throw refused(
      'names an image that was not uploaded. Send it to /council/images of the dashboard first.',
      'nombra una imagen que no se ha subido. Envíela primero a /council/images del tablero.',
    );
  }
  const { kind, width, height, bytes, alpha } = image;
  if (kind !== 'pixels') {
    throw refused(
      'must be a PNG: badges are written into it.',
      'debe ser un PNG: en él se escriben las insignias.',
    );
  }
  if (width !== height || width < SIDE.least || width > SIDE.most) {
    throw refused(
      `must be square, of ${SIDE.least} to ${SIDE.most} pixels; it has ${width} × ${height}.`,
      `debe ser cuadrada, de ${SIDE.least} a ${SIDE.most} puntos por lado; tiene ${width} × ${height}.`,
    );
  }
  if (bytes.length + (alpha?.length ?? 0) > MOST_BYTES) {
    throw refused(
      'has too much detail for a badge; make it smaller or simpler.',
      'tiene demasiado detalle para una insignia; hágala más pequeña o sencilla.',
    );
  }
  if ((await keepForBadges(tools, accountId, sha256, tools.now())) > MOST_PICTURES) {
    throw refused(
      `is one too many: a council has at most ${MOST_PICTURES} pictures for badges. Use one that you have.`,
      `sobra: un consejo tiene como máximo ${MOST_PICTURES} imágenes para insignias. Use una que ya tenga.`,
    );
  }
}

function refused(en: string, es: string) {
  return invalidField('`badge_image`', en, es);
}
