/**
 * Rewrites objects of a PDF with some entries changed. Everything else is copied byte for byte, including unusual
 * spellings.
 */

import { concatBytes } from '../encoding/bytes.ts';
import { latin, type RevisedObject } from './append-revision.ts';
import { danglingNumbers } from './dangling.ts';
import type { PdfDocument } from './pdf-document.ts';
import { type PdfDictionary, type PdfValue, unreadable } from './pdf-syntax.ts';

/** A dictionary with the bytes from which it was read, and its position in them. */
type Placed<T> = { value: T; source: Uint8Array };

/** The dictionary with these entries replaced or added. */
export function withEntries(
  { value, source }: Placed<PdfDictionary>,
  changes: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = value.start;
  for (const [key, entry] of value.entries) {
    if (changes[key] === undefined) continue;
    parts.push(source.slice(from, entry.start));
    from = entry.value.end;
  }
  parts.push(source.slice(from, value.end - 2));
  // The line break ends a comment that may stand before the end of the dictionary.
  const added = Object.entries(changes).flatMap(([key, bytes]) => [latin(`\n/${key} `), bytes]);
  return concatBytes(...parts, ...added, latin('\n>>'));
}

/** The objects that are rewritten in one revision, and the numbers of the new ones. */
export class ChangedObjects {
  readonly #pdf: PdfDocument;
  readonly #changed = new Map<number, RevisedObject>();
  #next: number;
  #dangling: ReadonlySet<number> | undefined;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#next = Math.max(1, pdf.crossReference.size);
  }

  get all(): RevisedObject[] {
    return [...this.#changed.values()];
  }

  /** Takes a number for a new object, to which nothing refers yet. */
  take(): number {
    this.#dangling ??= danglingNumbers(this.#pdf);
    while (this.#dangling.has(this.#next)) this.#next += 1;
    this.#next += 1;
    return this.#next - 1;
  }

  add(number: number, body: Uint8Array, generation = 0): void {
    if (this.#changed.has(number)) throw unreadable('two parts of it are the same object');
    this.#changed.set(number, { number, generation, body });
  }

  /**
   * Appends a reference to the list under a key. A list in an object of its own is rewritten here; otherwise the
   * changed entry of the dictionary is returned.
   */
  appended(holder: Placed<PdfDictionary>, key: string, references: string): Record<string, Uint8Array> {
    return this.#appendTo(holder.value.entries.get(key)?.value, holder.source, key, references);
  }

  #appendTo(
    value: PdfValue | undefined,
    source: Uint8Array,
    key: string,
    references: string,
  ): Record<string, Uint8Array> {
    if (value === undefined || (value.kind === 'word' && value.word === 'null'))
      return { [key]: latin(`[${references}]`) };
    if (value.kind === 'array')
      return { [key]: concatBytes(source.slice(value.start, value.end - 1), latin(`\n${references}]`)) };
    const object = value.kind === 'reference' ? this.#pdf.object(value.number) : undefined;
    if (value.kind === 'reference' && object === undefined) return { [key]: latin(`[${references}]`) };
    if (object?.value.kind !== 'array') throw unreadable(`its ${key} is no list`);
    const list = this.#appendTo(object.value, object.source, key, references)[key] ?? new Uint8Array(0);
    this.add(object.number, list, object.generation);
    return {};
  }
}
