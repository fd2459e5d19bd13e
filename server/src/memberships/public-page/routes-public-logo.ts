/**
 * Serves `/m/logo/{account}/{sha256}`: the logo of a council, for its public pages. Images of signatures are never
 * served.
 */

import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { AppError } from '../../kernel/errors.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { readLogo } from '../council/pg-council.ts';
import { writePng } from '../council/write-png.ts';

/** Rendering a PNG costs about as much as ten pages. */
const LOGO_COST = 10;
/** Pictures that this process has rendered are cached, so that a stranger cannot have them rendered again and again. */
const MOST_KEPT = 32;

type Logo = { type: 'image/png' | 'image/jpeg'; bytes: Buffer };

export function logoPath(accountId: AccountId, sha256: string): string {
  return `/m/logo/${accountId}/${sha256}`;
}

export function publicLogoRoute(app: App, tools: Pick<Tools, 'query'>): void {
  const params = Type.Object({ account: Type.String(), sha256: Type.String() });
  const schema = { hide: true, params };
  const config = { costOf: () => LOGO_COST };
  const kept = new Map<string, Promise<Logo>>();
  app.get('/m/logo/:account/:sha256', { schema, config }, async (request, reply) => {
    const accountId = parseId('acct', request.params.account);
    const image = accountId && (await readLogo(tools, accountId, request.params.sha256));
    if (image === undefined) throw noLogo();
    const { sha256 } = request.params;
    const drawn = kept.get(sha256) ?? drawLogo(image);
    kept.set(sha256, drawn);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    const { type, bytes } = await drawn;
    // The address contains the picture's hash, so its content never changes.
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=86400, immutable')
      .type(type)
      .send(bytes);
  });
}

async function drawLogo(image: NonNullable<Awaited<ReturnType<typeof readLogo>>>): Promise<Logo> {
  return image.kind === 'jpeg'
    ? { type: 'image/jpeg', bytes: Buffer.from(image.bytes) }
    : { type: 'image/png', bytes: await writePng(image) };
}

function noLogo(): AppError {
  return new AppError('not_found', {
    en: 'There is no picture at this address.',
    es: 'No hay ninguna imagen en esta dirección.',
  });
}
