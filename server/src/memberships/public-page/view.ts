/**
 * The public page of a member, and the form that looks one up. It is plain HTML and needs no script, so that it works
 * on any phone.
 */

import { type Html, html } from '../../http/pages/html.ts';
import { ICONS } from '../../http/pages/icons.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { dayText, mexicoText } from '../../http/pages/times.ts';
import type { PublicMember } from './public-member.ts';
import { MEMBER_PAGE_WORDS, type MemberPageWords } from './text.ts';

type View = { member: PublicMember; reader: PageReader; words: MemberPageWords };

export function memberPageBody(member: PublicMember, reader: PageReader): Html {
  const view = { member, reader, words: MEMBER_PAGE_WORDS[reader.language] };
  return html`<main class="page">
${verdictCard(view)}
<section class="card document">
<p class="eyebrow">${view.words.council}: <bdi>${member.council}</bdi></p>
<h2 class="title" dir="auto">${member.name}</h2>
<dl class="facts">
${member.specialty !== null && fact(view.words.specialty, member.specialty)}
${member.member_since !== null && fact(view.words.memberSince, dayText(member.member_since, reader.language))}
${namedFields(view)}
</dl>
</section>
${member.memberships.map((membership) => membershipCard(view, membership))}
${member.diplomas.length > 0 && diplomasCard(view)}
${member.badges.length > 0 && badgesCard(view)}
</main>
<footer class="foot"><p>${view.words.footer}</p></footer>`;
}

/** One sentence for each membership, and the time at which it holds. */
function verdictCard({ member, reader, words }: View): Html {
  const verdict = !member.livemode ? 'test' : member.valid ? 'valid' : 'not_accredited';
  return html`<section class="verdict" data-verdict="${verdict}">
${ICONS[verdict]}
<div>
<h1>${member.valid ? words.verdict.valid : words.verdict.invalid}</h1>
${member.memberships.map(
  ({ program, standing, valid_until }) =>
    html`<p class="claim">${words.membershipOf} <bdi>${member.name}</bdi> ${words.in} <bdi>${program}</bdi> ${words.standing[standing](dayText(valid_until, reader.language))}.</p>`,
)}
${member.memberships.length === 0 && html`<p class="claim"><bdi>${member.name}</bdi> ${words.noMembership}</p>`}
<p class="because">${words.asOf} <time datetime="${member.as_of}">${mexicoText(member.as_of, reader.language)}</time> <span class="zone">(${words.mexicoTime})</span>. ${words.live}</p>
${!member.livemode && html`<p class="because">${words.test}</p>`}
</div>
</section>`;
}

function membershipCard({ reader, words }: View, membership: PublicMember['memberships'][number]): Html {
  const day = (text: string) => html`<time datetime="${text}">${dayText(text, reader.language)}</time>`;
  return html`<section class="card">
<h2><bdi>${membership.program}</bdi></h2>
<dl class="facts">
${fact(words.since, day(membership.since))}
${fact(words.validUntil, day(membership.valid_until))}
${fact(words.term, html`${membership.term.number} <span class="muted">· ${day(membership.term.starts_on)} ${words.to} ${day(membership.term.ends_on)}</span>`)}
</dl>
</section>`;
}

function namedFields({ member, words }: View): Html[] {
  return (['member_number', 'professional_license', 'specialty_license', 'email', 'phone'] as const).flatMap(
    (field) => {
      const value = member[field];
      return value === undefined ? [] : [fact(words.fields[field], value)];
    },
  );
}

function diplomasCard({ member, reader, words }: View): Html {
  return html`<section class="card downloads">
<h2>${words.diplomas}</h2>
<ul>
${member.diplomas.map((diploma) => entry({ ...diploma, kind: diploma.folio }, ICONS.file, reader, words))}
</ul>
</section>`;
}

function badgesCard({ member, reader, words }: View): Html {
  return html`<section class="card downloads">
<h2>${words.badges}</h2>
<p class="muted">${words.badgesHow}</p>
<ul>
${member.badges.map((badge) => entry(badge, ICONS.download, reader, words))}
</ul>
</section>`;
}

type Entry = { name: string; url: string; completed_on: string; revoked: boolean; kind?: string };

function entry(
  { name, url, completed_on, revoked, kind }: Entry,
  icon: Html,
  { language }: PageReader,
  words: MemberPageWords,
): Html {
  const day = dayText(completed_on, language);
  return html`<li><a class="download" href="${url}" rel="nofollow">${icon}<span class="download-name"><bdi>${name}</bdi></span><span class="download-kind">${kind && `${kind} · `}${day}${revoked && html` · <strong>${words.revoked}</strong>`}</span></a></li>`;
}

/** The page shown if there is no such member's page. The verdict says whether it is unknown or gone. */
export function noPageBody(reason: 'unknown' | 'gone', reader: PageReader): Html {
  const words = MEMBER_PAGE_WORDS[reader.language];
  return html`<main class="page">
<section class="verdict" data-verdict="${reason === 'gone' ? 'not_accredited' : 'not_found'}">
${ICONS[reason === 'gone' ? 'not_accredited' : 'not_found']}
<div>
<h1>${words.verdict[reason]}</h1>
<p class="because">${reason === 'gone' ? words.goneBecause : words.unknownBecause}</p>
</div>
</section>
</main>`;
}

export function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? html`<bdi>${value}</bdi>` : value}</dd></div>`;
}

/**
 * The form with which, for example, a hospital asks about a member. `isAnswer` means that a search has found nobody.
 * The search is not repeated on the page.
 */
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
