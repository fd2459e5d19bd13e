/**
 * The council's name, seal and colours at the top of a public page. The colours are attributes of an SVG, because these
 * pages allow no inline style.
 */

import { type Html, html } from '../../http/pages/html.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { CouncilLook } from '../council/look.ts';
import { logoPath } from './routes-public-logo.ts';

export type ShownCouncil = Pick<CouncilLook, 'name' | 'color' | 'accent' | 'logo'> & { accountId: AccountId };

export function councilBand({ accountId, name, color, accent, logo }: ShownCouncil): Html {
  return html`<section class="council-band" aria-label="${name}">
<svg class="council-stripe" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="7" fill="${color}"/><rect y="7" width="10" height="3" fill="${accent}"/></svg>
<p>${logo !== null && html`<img src="${logoPath(accountId, logo)}" alt="">`}<bdi>${name}</bdi></p>
</section>`;
}
