/** Finds the paragraphs that bear the numbers of requirements: `[R12]`, or `[R12, R13]`. */

import { readDoc } from './vector.ts';

export type Paragraph = {
  page: (typeof PAGES)[number];
  /**
   * The words that refer to it: `1.1`, or `2.4` for step 4 of §2; the heading on a page whose headings have no numbers.
   */
  section: string;
  text: string;
};

const PAGES = ['proof-format.md', 'evidence-archive.md', 'asic.md', 'receipts.md'] as const;

/** The paragraphs of each number; a number that marks two paragraphs has both. */
export function markedParagraphs(): Map<number, Paragraph[]> {
  const found = new Map<number, Paragraph[]>();
  for (const page of PAGES) {
    for (const paragraph of paragraphsOf(page)) {
      const marks = [...paragraph.text.matchAll(/\[(R\d+(?:, R\d+)*)\]/g)];
      for (const [, list = ''] of marks)
        for (const mark of list.split(', ')) {
          const number = Number(mark.slice(1));
          found.set(number, [...(found.get(number) ?? []), paragraph]);
        }
    }
  }
  return found;
}

/** A paragraph ends at a blank line, at the next item of a list, and at the next row of a table. */
function paragraphsOf(page: Paragraph['page']): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let [section, step] = ['', ''];
  let isOpen = false;
  for (const line of readDoc(page).toString().split('\n')) {
    const [, numbered, named] = /^##+ (?:(\d+(?:\.\d+)?)\.? )?(.*)$/.exec(line) ?? [];
    if (named !== undefined) [section, step, isOpen] = [numbered ?? named, '', false];
    const item = /^(\d+)\. /.exec(line)?.[1];
    if (item !== undefined) step = item;
    else if (/^\S/.test(line)) step = '';
    if (line === '' || item !== undefined || /^(?:- |\|)/.test(line)) isOpen = false;
    if (line === '') continue;
    const last = paragraphs.at(-1);
    if (isOpen && last !== undefined) last.text += ` ${line.trim()}`;
    else paragraphs.push({ page, section: step === '' ? section : `${section}.${step}`, text: line.trim() });
    isOpen = true;
  }
  return paragraphs;
}
