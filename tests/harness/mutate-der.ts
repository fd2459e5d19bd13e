/** Changes that somebody might make to a DER structure, by name. The structural changes produce valid DER again. */

import { concatBytes } from '../../proof/src/encoding/bytes.ts';
import { contentOf, type DerElement, encodingOf, readDer } from '../../proof/src/encoding/der.ts';
import { derElement } from '../../proof/src/encoding/der-writer.ts';
import type { Random } from './mutate-proof.ts';

export type DerMutation = (der: Uint8Array, random: Random) => Uint8Array;

function allElements(element: DerElement): DerElement[] {
  return [element, ...element.children.flatMap(allElements)];
}

/** Re-encodes the tree with `edit` applied to one element, so that all lengths around it stay correct. */
function editElement(
  element: DerElement,
  target: DerElement,
  edit: (encoding: Uint8Array) => Uint8Array,
): Uint8Array {
  if (element === target) return edit(encodingOf(element));
  const holds = target.start >= element.contentStart && target.end <= element.end;
  if (!holds) return encodingOf(element);
  return derElement(element.tag, ...element.children.map((child) => editElement(child, target, edit)));
}

function editSomeElement(
  edit: (encoding: Uint8Array, other: DerElement, random: Random) => Uint8Array,
): DerMutation {
  return (der, random) => {
    const root = readDer(der);
    const elements = allElements(root);
    const target = elements[random.below(elements.length)]!;
    const other = elements[random.below(elements.length)]!;
    return editElement(root, target, (encoding) => edit(encoding, other, random));
  };
}

export const DER_MUTATIONS: Readonly<Record<string, DerMutation>> = {
  'flips a bit': (der, random) => {
    const copy = new Uint8Array(der);
    copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  'overwrites some bytes': (der, random) => {
    const copy = new Uint8Array(der);
    for (let i = 0; i <= random.below(4); i += 1) copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  truncates: (der, random) => der.slice(0, random.below(der.length)),
  'cuts a piece out': (der, random) => {
    const start = random.below(der.length);
    return concatBytes(der.slice(0, start), der.slice(start + 1 + random.below(64)));
  },
  'copies a piece elsewhere': (der, random) => {
    const copy = new Uint8Array(der);
    const from = random.below(der.length);
    copy.copyWithin(random.below(der.length), from, from + 1 + random.below(128));
    return copy;
  },
  'appends bytes': (der, random) =>
    concatBytes(der, new Uint8Array(1 + random.below(16)).fill(random.below(256))),
  'edits a length': (der, random) => {
    const copy = new Uint8Array(der);
    const elements = allElements(readDer(der));
    const { start } = elements[random.below(elements.length)]!;
    const lengths = [0x00, 0x7f, 0x80, 0x81, 0x84, 0xff, copy[start + 1]! + 1, copy[start + 1]! - 1];
    copy[start + 1] = lengths[random.below(lengths.length)]!;
    return copy;
  },
  'drops an element': editSomeElement(() => new Uint8Array(0)),
  'doubles an element': editSomeElement((encoding) => concatBytes(encoding, encoding)),
  'replaces an element by another': editSomeElement((_, other) => encodingOf(other)),
  'gives an element the content of another': editSomeElement((encoding, other) =>
    derElement(encoding[0]!, contentOf(other)),
  ),
  'retags an element': editSomeElement((encoding, _, random) => {
    const copy = new Uint8Array(encoding);
    copy[0] = random.below(256);
    return copy;
  }),
};
