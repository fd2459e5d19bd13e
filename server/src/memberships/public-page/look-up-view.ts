/** The form in which a hospital asks for a member. */

import { type Html, html } from '../../http/pages/html.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { MEMBER_PAGE_WORDS } from './text.ts';

/** `isAnswer`: somebody asked and nobody was found. What was typed is not repeated. */
export function lookUpBody(
  { account, council, isAnswer }: { account: string; council: string; isAnswer: boolean },
  reader: PageReader,
): Html {
  const words = MEMBER_PAGE_WORDS[reader.language];
  return html`<main class="page verify-page">
<section class="intro">
<h1>${words.lookUp}</h1>
<p><bdi>${council}</bdi>. ${words.lookUpHow}</p>
</section>
${isAnswer && html`<p class="note note-warn" role="alert">${words.nobody}</p>`}
<form class="card look-up" method="post" action="/m?lang=${reader.language}" autocomplete="off">
<input type="hidden" name="account" value="${account}">
<div class="field"><label for="number">${words.number}</label><input id="number" name="number" class="input" required maxlength="50"></div>
<div class="field"><label for="surname">${words.surname}</label><input id="surname" name="surname" class="input" required maxlength="200"></div>
<button class="button button-primary" type="submit">${words.ask}</button>
</form>
</main>
<footer class="foot verify-page"><p>${words.footer}</p></footer>`;
}
