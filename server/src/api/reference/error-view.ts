/** The table of error codes, and the page of each one. */

import { STATUS } from '../../http/errors.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { ErrorEntry } from './error-catalogue.ts';
import { operationAddress, operationName, type ReferenceView } from './operation-view.ts';
import { prose } from './prose.ts';

type Catalogue = ReadonlyMap<string, ErrorEntry>;

/** Sorted by status. */
export function errorCodes(): ErrorCode[] {
  const codes = Object.entries(STATUS).toSorted(([, a], [, b]) => a - b);
  return codes.map(([code]) => code as ErrorCode);
}

export function errorTable({ words, language }: ReferenceView, catalogue: Catalogue): Html {
  return html`<h1>${words.errorsTitle}</h1>
<p class="lead">${prose(words.errorsLead)}</p>
<table class="codes-table">
<thead><tr><th scope="col">${words.code}</th><th scope="col">${words.cause}</th><th scope="col">${words.mend}</th></tr></thead>
<tbody>
${errorCodes().map((code) => {
  const entry = catalogue.get(code);
  return html`<tr id="${code}"><th scope="row"><a href="/docs/errors/${code}?lang=${language}"><code>${code}</code></a> <span class="type">${STATUS[code]}</span></th><td>${prose(entry?.cause ?? '')}</td><td>${prose(entry?.mend ?? '')}</td></tr>
`;
})}</tbody>
</table>`;
}

export function errorPage(view: ReferenceView, code: ErrorCode, entry: ErrorEntry): Html {
  const { words, language } = view;
  const answer = entry.example === undefined ? undefined : { error: code, message: entry.example };
  return html`<p class="back"><a href="/docs/errors?lang=${language}">${words.allErrors}</a></p>
<h1><code>${code}</code></h1>
<p class="lead">${words.status} ${STATUS[code]}</p>
<h2>${words.cause}</h2>
<p>${prose(entry.cause)}</p>
<h2>${words.mend}</h2>
<p>${prose(entry.mend)}</p>
${
  answer !== undefined &&
  html`<h2>${words.example}</h2>
<pre lang="en"><code>HTTP/1.1 ${STATUS[code]}
content-type: application/json; charset=utf-8

${JSON.stringify(answer, null, 2)}</code></pre>
${language === 'es' && html`<p>${prose(words.exampleNote)}</p>`}`
}
${usersOf(view, code)}`;
}

/**
 * Errors that are returned before an operation is found, because the address, the method or the connection is wrong.
 */
const BEFORE_OPERATIONS: readonly ErrorCode[] = [
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
];

/** Errors from addresses of files and badges. Records contain these addresses, but they are no operations. */
const OF_ADDRESSES: readonly ErrorCode[] = ['invalid_signature', 'url_expired', 'gone'];

/** Errors that only a row of a posted list gets, inside an answer whose status is a success. */
const OF_ROWS: readonly ErrorCode[] = ['member_ambiguous'];

function usersOf({ reference, words, language }: ReferenceView, code: ErrorCode): Html {
  const users = reference.refusing(code);
  if (users.length === 0) {
    if (BEFORE_OPERATIONS.includes(code)) return html`<p>${words.everywhere}</p>`;
    if (OF_ROWS.includes(code)) return html`<p>${words.rowsOnly}</p>`;
    return html`<p>${OF_ADDRESSES.includes(code) ? words.addressesOnly : words.pagesOnly}</p>`;
  }
  return html`<h2>${words.givenBy}</h2>
<ul>
${users.map((one) => html`<li><a href="${operationAddress(one, language)}">${operationName(one, language)}</a></li>\n`)}</ul>`;
}
