/** The look of a council, and its images. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import type { CouncilLook, PrintedImage } from './look.ts';

type Ports = Pick<Tools, 'query'>;

/** The look that documents use; the name defaults to that of the account. */
export async function readLook({ query }: Ports, accountId: AccountId): Promise<CouncilLook> {
  const [row] = await query(
    `select coalesce(c.name, a.name) as name, c.color, c.accent, c.logo, coalesce(c.signatures, '[]') as signatures
       from accounts a left join councils c on c.account_id = a.id where a.id = $1`,
    [accountId],
    'council-look',
  );
  if (row === undefined) throw new Error(`${accountId} is gone`);
  return {
    name: read.text(row, 'name'),
    color: read.optionalText(row, 'color') ?? DEFAULT_COLOR,
    accent: read.optionalText(row, 'accent') ?? DEFAULT_ACCENT,
    logo: read.optionalText(row, 'logo') ?? null,
    signatures: read.shaped(row, 'signatures', areSignatures, 'signatures'),
  };
}

/** Whether issued documents get a sealed copy. */
export async function readSealsDocuments({ query }: Ports, accountId: AccountId): Promise<boolean> {
  const [row] = await query(
    'select coalesce(seals_documents, false) as seals from councils where account_id = $1',
    [accountId],
    'council-seals',
  );
  return row !== undefined && read.boolean(row, 'seals');
}

/** The row exists, because the look was written before. */
export async function writeSealsDocuments(
  { query }: Ports,
  accountId: AccountId,
  seals: boolean,
): Promise<void> {
  await query(
    'update councils set seals_documents = $2 where account_id = $1',
    [accountId, seals],
    'write-council-seals',
  );
}

const DEFAULT_COLOR = '#1d3a5f';
const DEFAULT_ACCENT = '#a8842c';

/** Writes the whole look. The row is made with the first change. */
export async function writeLook(
  { query }: Ports,
  accountId: AccountId,
  look: Omit<CouncilLook, 'name'> & { name: string | null },
  at: Date,
): Promise<void> {
  await query(
    `insert into councils (account_id, name, color, accent, logo, signatures, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set name = excluded.name, color = excluded.color, accent = excluded.accent,
       logo = excluded.logo, signatures = excluded.signatures, updated_at = excluded.updated_at`,
    [accountId, look.name, look.color, look.accent, look.logo, JSON.stringify(look.signatures), at],
    'write-council',
  );
}

/** The name that the council gave itself, or null. The row is locked against another change. */
export async function lockOwnName({ query }: Ports, accountId: AccountId): Promise<string | null> {
  await query('select from accounts where id = $1 for no key update', [accountId], 'lock-council');
  const [row] = await query('select name from councils where account_id = $1', [accountId], 'council-name');
  return row === undefined ? null : (read.optionalText(row, 'name') ?? null);
}

export const IMAGE_COLUMNS = 'i.kind, i.width, i.height, i.channels, i.bytes, i.alpha';

export async function readImages(
  { query }: Ports,
  accountId: AccountId,
  hashes: readonly string[],
): Promise<Map<string, PrintedImage>> {
  const rows = await query(
    `select i.sha256, ${IMAGE_COLUMNS} from council_images i where i.account_id = $1 and i.sha256 = any($2)`,
    [accountId, hashes],
    'council-images',
  );
  return new Map(rows.map((row) => [read.text(row, 'sha256'), toImage(row)]));
}

/** The logo, if it has this hash and the account is not closed. */
export async function readLogo(
  { query }: Ports,
  accountId: AccountId,
  sha256: string,
): Promise<PrintedImage | undefined> {
  const [row] = await query(
    `select ${IMAGE_COLUMNS}
       from councils c join accounts a on a.id = c.account_id and a.closed_at is null
       join council_images i on i.account_id = c.account_id and i.sha256 = c.logo
      where c.account_id = $1 and c.logo = $2`,
    [accountId, sha256],
    'council-logo',
  );
  return row && toImage(row);
}

export async function keepImage(
  { query }: Ports,
  accountId: AccountId,
  sha256: string,
  image: PrintedImage,
  at: Date,
): Promise<void> {
  await query(
    `insert into council_images (account_id, sha256, kind, width, height, channels, bytes, alpha, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [accountId, sha256, image.kind, image.width, image.height, image.channels, image.bytes, image.alpha, at],
    'keep-council-image',
  );
}

/** Deletes images that are used neither by the council's look, nor by badges, nor by a waiting document. */
export async function dropUnusedImages({ query }: Ports, accountId: AccountId): Promise<void> {
  await query(
    `delete from council_images i where i.account_id = $1 and i.badge_since is null
        and not exists (select from councils c where c.account_id = $1
              and (c.logo = i.sha256 or c.signatures @> jsonb_build_array(jsonb_build_object('image', i.sha256))))
        and not exists (select from documents d where d.account_id = $1 and d.status <> 'certified'
              and (d.content #>> '{council,logo}' = i.sha256
                   or d.content #> '{council,signatures}' @> jsonb_build_array(jsonb_build_object('image', i.sha256))))`,
    [accountId],
    'drop-council-images',
  );
}

export function toImage(row: Row): PrintedImage {
  return {
    kind: read.oneOf(row, 'kind', ['pixels', 'jpeg'] as const),
    width: read.number(row, 'width'),
    height: read.number(row, 'height'),
    channels: read.number(row, 'channels') === 1 ? 1 : 3,
    bytes: read.bytes(row, 'bytes'),
    alpha: row.alpha === null ? undefined : read.bytes(row, 'alpha'),
  };
}

function areSignatures(value: unknown): value is CouncilLook['signatures'] {
  return read.isListOf(
    value,
    (item): item is CouncilLook['signatures'][number] => read.isRecord(item) && typeof item.name === 'string',
  );
}
