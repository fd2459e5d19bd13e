/** What the page says about an original that came without proofs. */

import { encodeHex } from '@sello/proof';
import { hashFile } from '../hashing/hash-file.ts';
import { CAN_ASK, fetchRecord, findOwn, type IssuedEvidence } from './ask-service.ts';
import { make } from './page-parts.ts';
import { LANGUAGE, WORDS } from './page-words.ts';
import { dayText, timeText } from './times.ts';

/**
 * Looks nothing up until the visitor presses the button. Then the fingerprint is sent, as the text beside the button
 * says.
 */
export function askBox(file: File): HTMLElement[] {
  if (!CAN_ASK) return [];
  const button = make('button', 'button button-secondary', WORDS.ask.button);
  button.type = 'button';
  const answer = make('div', 'ask-answer');
  button.addEventListener('click', async () => {
    button.setAttribute('aria-busy', 'true');
    answer.replaceChildren(...(await look(file)));
    button.removeAttribute('aria-busy');
  });
  return [make('h2', '', WORDS.ask.title), make('p', 'muted', WORDS.ask.how), button, answer];
}

async function look(file: File): Promise<HTMLElement[]> {
  try {
    const found = await findOwn(encodeHex(await hashFile(file, 'SHA-256')));
    if (found === 'logged_out') {
      const link = make('a', '', WORDS.ask.logIn);
      link.href = '/dashboard/login';
      return [make('p', 'note note-info', `${WORDS.ask.loggedOut} `, link)];
    }
    if (found.length === 0) return [make('p', 'note note-info', WORDS.ask.none)];
    return [make('p', '', WORDS.ask.found), make('ul', 'statements', ...found.map(certificate))];
  } catch {
    return [make('p', 'note note-bad', WORDS.ask.failed)];
  }
}

function certificate({ title, url, at }: { title: string; url: string; at: string }): HTMLElement {
  const link = make('a', '', make('bdi', '', title));
  link.href = new URL(url).pathname;
  return make('li', '', link, ` · ${timeText(at)}`);
}

/**
 * Says where the evidence came from and whether the document is still valid. The time stamp stays valid even if the
 * document is revoked.
 */
export function issuedNote(
  code: string,
  document: IssuedEvidence['document'],
  isGenuine: boolean,
): HTMLElement[] {
  const page = make('a', '', WORDS.issued.page);
  page.href = `/v/${code}?lang=${LANGUAGE}`;
  const from = make('p', 'muted', `${WORDS.issued.from} `, page);
  if (!isGenuine) return [make('p', 'note note-bad', WORDS.issued.altered), from];
  if (document === null) return [from];
  const tone = document.state === 'valid' ? 'good' : 'bad';
  const words = `${WORDS.issued.kinds[document.kind]}: ${WORDS.issued.states[document.state]}`;
  const note = make(
    'p',
    `note note-${tone}`,
    make('strong', '', words),
    ` · ${WORDS.issued.asOf} ${dayText(document.as_of)}`,
  );
  note.dataset.state = document.state;
  return [note, from];
}

/**
 * The same note for a sealed copy, which contains its evidence. `code` is the original's code, and the original's page
 * names the fingerprint of the copy.
 */
export async function sealedNote(file: File, code: string): Promise<HTMLElement[]> {
  const [record, digest] = await Promise.all([fetchRecord(code), hashFile(file, 'SHA-256')]);
  if (record === undefined) return [make('p', 'note note-bad', WORDS.issued.unknown)];
  return issuedNote(code, record.document, record.sealed?.sha256 === encodeHex(digest));
}
