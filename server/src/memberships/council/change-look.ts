/** Changes how a council's documents look. */

import { invalidField } from '../../http/text-rules.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertLine } from '../fields.ts';
import { note } from '../note-change.ts';
import type { CouncilLook, Signature } from './look.ts';
import { writeBadgeImageOf } from './pg-badge-images.ts';
import {
  dropUnusedImages,
  lockOwnName,
  readImages,
  readLook,
  writeLook,
  writeSealsDocuments,
} from './pg-council.ts';
import { takeBadgeImage } from './take-badge-image.ts';

type LookChange = {
  name?: string | null;
  color?: string;
  accent?: string;
  logo?: string | null;
  signatures?: readonly Signature[];
  /** The picture of the council's badges; courses may have their own. */
  badge_image?: string | null;
  /** Whether issued documents get a sealed copy. */
  seals_documents?: boolean;
};

/** Documents whose content is already stored keep their look. */
export async function changeLook(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  change: LookChange,
): Promise<CouncilLook> {
  const { accountId } = who;
  assertTexts(change);
  const ownName = await lockOwnName(tools, accountId);
  const before = await readLook(tools, accountId);
  const { name = ownName, seals_documents: seals, badge_image: badgeImage, ...rest } = change;
  const after = { ...before, ...rest, name };
  await assertImages(tools, accountId, after);
  await writeLook(tools, accountId, after, tools.now());
  if (seals !== undefined) await writeSealsDocuments(tools, accountId, seals);
  if (badgeImage !== undefined) await changeBadgeImage(tools, accountId, badgeImage);
  await dropUnusedImages(tools, accountId);
  await note(tools, who, 'council.change', accountId, { fields: Object.keys(change) });
  return readLook(tools, accountId);
}

async function changeBadgeImage(
  tools: Pick<Tools, 'query' | 'now'>,
  accountId: AccountId,
  sha256: string | null,
): Promise<void> {
  if (sha256 !== null) await takeBadgeImage(tools, accountId, sha256);
  await writeBadgeImageOf(tools, accountId, sha256);
}

function assertTexts({ name, color, accent, signatures = [] }: LookChange): void {
  assertLine('name', name, 200);
  for (const [index, signature] of signatures.entries()) {
    assertLine(`signatures[${index}].name`, signature.name, 200);
    assertLine(`signatures[${index}].office`, signature.office, 200);
  }
  if (color !== undefined && contrastOf(color) < 4.5) {
    throw invalidField(
      '`color`',
      'is too pale to be read on white paper. Choose a darker one.',
      'es demasiado claro para leerse en papel blanco. Elija uno más oscuro.',
    );
  }
  if (accent !== undefined && contrastOf(accent) < 1.5) {
    throw invalidField(
      '`accent`',
      'is too pale to be seen on white paper.',
      'es demasiado claro para verse en papel blanco.',
    );
  }
}

/** The contrast of a colour against white, by WCAG 2's relative luminance. */
function contrastOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

async function assertImages(
  tools: Pick<Tools, 'query'>,
  accountId: AccountId,
  { logo, signatures }: Pick<CouncilLook, 'logo' | 'signatures'>,
): Promise<void> {
  const named = [logo, ...signatures.map(({ image }) => image)].filter((hash) => hash !== null);
  if (named.length === 0) return;
  const found = await readImages(tools, accountId, named);
  const missing = named.find((hash) => !found.has(hash));
  if (missing === undefined) return;
  throw invalidField(
    missing === logo ? '`logo`' : '`signatures`',
    'names an image that was not uploaded. Send it to /council/images first.',
    'nombra una imagen que no se ha subido. Envíela primero a /council/images.',
  );
}
