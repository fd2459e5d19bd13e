/** The first card of the page of a document that was issued here: whether it is valid today, and what it says. */

import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import { dayText } from '../../http/pages/times.ts';
import type { IssuedDocument } from './issued-document.ts';
import { ISSUED_WORDS, type IssuedWords, roleWord } from './issued-text.ts';

/** The card. It never makes a test-mode document look like a real one. */
export function issuedCard(issued: IssuedDocument, language: Language, livemode: boolean): Html {
  const words = ISSUED_WORDS[language];
  const { kind, state, since } = issued;
  const isGood = livemode && state === 'valid' && issued.standings.every(({ valid }) => valid);
  const tone = isGood ? 'valid' : state === 'valid' ? 'test' : 'not_found';
  const title = livemode ? words.states[kind][state] : `${words.trial} · ${words.states[kind][state]}`;
  return html`<section class="verdict issued" data-verdict="${tone}" data-state="${state}" data-live="issued">
${ICONS[tone]}
<div>
<h2>${since === null ? title : `${title} ${words.on} ${dayText(since, language)}`}</h2>
${state === 'valid' ? '' : html`<p class="because">${words.why[state]}</p>`}
${issued.replaced_by !== null && html`<p class="because">${words.replacedBy} <a href="${issued.replaced_by.url}">${issued.replaced_by.folio ?? words.theNewOne}</a></p>`}
<p class="claim" dir="auto">${issued.holder ?? words.withheld}</p>
<dl class="facts">${factsOf(issued, words, language).map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
<p class="because">${words.asOf} ${dayText(issued.as_of, language)}.</p>
</div>
</section>`;
}

function factsOf(
  issued: IssuedDocument,
  words: IssuedWords,
  language: Language,
): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    [words.issuer, issued.issuer],
    [words.folio, issued.folio],
    [words.title, issued.title],
    [words.role, issued.role === null ? null : roleWord(issued.role, language)],
    ...issued.points.map(({ points, unit, program }): [string, string] => [
      words.points,
      `${points} ${unit} · ${program}`,
    ]),
    [words.hours, issued.hours === null ? null : String(issued.hours)],
    [words.aval, issued.aval],
    [words.days, daysOf(issued, language)],
    ...issued.standings.map(({ program, standing, valid_until }): [string, string] => [
      words.standing,
      `${program}: ${words.standings[standing] ?? standing}, ${words.until} ${dayText(valid_until, language)}`,
    ]),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

function daysOf({ starts_on, ends_on }: IssuedDocument, language: Language): string | null {
  if (starts_on === null || ends_on === null) return null;
  const end = dayText(ends_on, language);
  return starts_on === ends_on ? end : `${dayText(starts_on, language)} – ${end}`;
}
