/** Writes the elements that the script of `/verify` expects. For `/verify` itself, the server writes them. */

import { make } from '../public/page-parts.ts';
import { ONE_FILE_WORDS as WORDS } from './text.ts';

document.title = WORDS.title;
document.body.replaceChildren(
  make('header', 'top', make('span', 'brand', WORDS.name), otherLanguage()),
  make('main', 'page verify-page', intro(), giveCard(), outcomeCard(), helpCard()),
  make('footer', 'foot verify-page', make('p', '', WORDS.footer)),
);

function otherLanguage(): HTMLElement {
  const link = make('a', '', WORDS.other.name);
  link.href = `?lang=${WORDS.other.code}`;
  link.lang = WORDS.other.code;
  return make('nav', 'top-links', link);
}

function intro(): HTMLElement {
  return make('section', 'intro', make('h1', '', WORDS.title), make('p', '', WORDS.lead));
}

function giveCard(): HTMLElement {
  const input = make('input', 'file-input');
  Object.assign(input, { type: 'file', id: 'files', multiple: true });
  const choose = make('label', 'button button-primary', WORDS.choose);
  choose.htmlFor = 'files';
  const drop = make(
    'div',
    'drop drop-large',
    make('p', 'drop-text', WORDS.drop),
    choose,
    input,
    make('p', 'muted', WORDS.local),
  );
  drop.id = 'drop';
  const given = make('ul', 'given');
  given.id = 'given';
  const missing = make('p', 'missing');
  missing.id = 'missing';
  missing.setAttribute('role', 'status');
  return make('section', 'card', drop, given, missing, moreOptions());
}

function moreOptions(): HTMLElement {
  return make(
    'details',
    'more',
    make('summary', '', WORDS.more),
    field('hash', WORDS.hash, make('input', 'input')),
    field('block', WORDS.block, make('input', 'input')),
    make('p', 'muted', WORDS.blockHow),
    field('log-key', WORDS.logKey, make('input', 'input')),
    make('p', 'muted', WORDS.logKeyHow),
    ownRoots(),
  );
}

function ownRoots(): HTMLElement {
  const input = make('input', 'file-input');
  Object.assign(input, { type: 'file', id: 'root-files', multiple: true });
  const choose = make('label', 'button button-secondary button-small', WORDS.chooseRoots);
  choose.htmlFor = 'root-files';
  const given = make('ul', 'given');
  given.id = 'given-roots';
  return make(
    'fieldset',
    'own-roots',
    make('legend', '', WORDS.roots),
    make('p', 'muted', WORDS.rootsHow),
    choose,
    input,
    given,
    field('roots', WORDS.rootsPem, make('textarea', 'input')),
  );
}

function field(id: string, text: string, input: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  input.id = id;
  input.spellcheck = false;
  input.autocomplete = 'off';
  if (input instanceof HTMLTextAreaElement) input.rows = 4;
  const label = make('label', '', text);
  label.htmlFor = id;
  return make('div', 'field', label, input);
}

function outcomeCard(): HTMLElement {
  const checks = make('div', 'checks');
  checks.id = 'checks';
  checks.setAttribute('role', 'status');
  checks.setAttribute('aria-live', 'polite');
  const card = make('section', 'card', checks);
  card.id = 'outcome';
  card.hidden = true;
  return card;
}

function helpCard(): HTMLElement {
  return make(
    'section',
    'card help',
    make('h2', '', WORDS.trustTitle),
    ...WORDS.trust.map((text) => make('p', '', text)),
    make('pre', '', make('code', '', 'sha256sum verify.html')),
    make('p', 'muted', WORDS.otherSystems),
  );
}
