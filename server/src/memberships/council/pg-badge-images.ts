/** The images of a council that its badges use as pictures. */

import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import type { PrintedImage } from './look.ts';
import { IMAGE_COLUMNS, toImage } from './pg-council.ts';

type Ports = Pick<Tools, 'query'>;

/**
 * Undefined if badges may not use the image. Images of a closed account are found, because its badges are still shown.
 */
export async function readBadgeImage(
  { query }: Ports,
  accountId: AccountId,
  sha256: string,
): Promise<PrintedImage | undefined> {
  const [row] = await query(
    `select ${IMAGE_COLUMNS} from council_images i
      where i.account_id = $1 and i.sha256 = $2 and i.badge_since is not null`,
    [accountId, sha256],
    'badge-image',
  );
  return row && toImage(row);
}

/** Allows badges to use the image, which is then kept. Returns the number of such images that the council has. */
export async function keepForBadges(
  { query }: Ports,
  accountId: AccountId,
  sha256: string,
  at: Date,
): Promise<number> {
  await query(
    'update council_images set badge_since = $3 where account_id = $1 and sha256 = $2 and badge_since is null',
    [accountId, sha256, at],
    'keep-badge-image',
  );
  const rows = await query(
    'select count(*)::integer as images from council_images where account_id = $1 and badge_since is not null',
    [accountId],
    'count-badge-images',
  );
  return read.number(read.firstRow(rows), 'images');
}

export async function readBadgeImageOf({ query }: Ports, accountId: AccountId): Promise<string | null> {
  const [row] = await query(
    'select badge_image from councils where account_id = $1',
    [accountId],
    'council-badge-image',
  );
  return row === undefined ? null : (read.optionalText(row, 'badge_image') ?? null);
}

/** The row exists, because the look was written before. */
export async function writeBadgeImageOf(
  { query }: Ports,
  accountId: AccountId,
  sha256: string | null,
): Promise<void> {
  await query(
    'update councils set badge_image = $2 where account_id = $1',
    [accountId, sha256],
    'write-council-badge-image',
  );
}
