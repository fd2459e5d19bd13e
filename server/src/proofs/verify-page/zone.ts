/**
 * The zone where files are dropped to be checked. It is hidden until `web/src/public/verify-zone.ts` makes it work.
 */

import { type Html, html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import type { VerifyWords } from './text.ts';

export function verifyZone(words: VerifyWords): Html {
  return html`<div class="drop drop-large" id="drop">
${ICONS.file}
<p class="drop-text">${words.drop}</p>
<label class="button button-primary" for="files">${words.choose}</label>
<input type="file" id="files" class="file-input" multiple>
<p class="muted">${words.local}</p>
</div>
<ul class="given" id="given"></ul>
<p class="missing" id="missing" role="status" aria-live="polite"></p>
<details class="more">
<summary>${words.more}</summary>
<div class="field"><label for="hash">${words.hash}</label><input id="hash" class="input" autocomplete="off" spellcheck="false" placeholder="${words.hashExample}"></div>
<div class="field"><label for="block">${words.block}</label><input id="block" class="input" autocomplete="off" spellcheck="false" placeholder="0x…"></div>
<p class="muted">${words.blockHow}</p>
<div class="field"><label for="log-key">${words.logKey}</label><input id="log-key" class="input" autocomplete="off" spellcheck="false" placeholder="log.example+1a2b3c4d+…"></div>
<p class="muted">${words.logKeyHow}</p>
<fieldset class="own-roots">
<legend>${words.roots}</legend>
<p class="muted">${words.rootsHow}</p>
<label class="button button-secondary button-small" for="root-files">${words.chooseRoots}</label>
<input type="file" id="root-files" class="file-input" multiple>
<ul class="given" id="given-roots"></ul>
<div class="field"><label for="roots">${words.rootsPem}</label><textarea id="roots" class="input" rows="4" spellcheck="false" placeholder="-----BEGIN CERTIFICATE-----"></textarea></div>
</fieldset>
</details>`;
}

export function verifyOutcome(): Html {
  return html`<section class="card" id="outcome" hidden><div id="checks" class="checks" role="status" aria-live="polite"></div></section>`;
}
