/** Changes that somebody might make to a blockchain proof, by name. Most results are still XML. */

import { concatBytes, encodeUtf8 } from '../../proof/src/encoding/bytes.ts';

export type Random = { below(limit: number): number };

/** Gives the same numbers on every platform and in every run. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

type Mutation = (xml: Uint8Array, random: Random) => Uint8Array;

/** Changes one piece of the text that matches. */
function editText(pattern: RegExp, edit: (found: string, random: Random, all: string[]) => string): Mutation {
  return (xml, random) => {
    const text = Buffer.from(xml).toString();
    const matches = [...text.matchAll(pattern)];
    const chosen = matches[random.below(Math.max(1, matches.length))];
    if (chosen === undefined) return xml;
    const changed = edit(
      chosen[0],
      random,
      matches.map(([found]) => found),
    );
    return encodeUtf8(text.slice(0, chosen.index) + changed + text.slice(chosen.index + chosen[0].length));
  };
}

const pick = (random: Random, all: readonly string[]): string => all[random.below(all.length)]!;

const WORDS = [
  ...['pending', 'anchored', 'final', 'operator', 'permissioned', 'public', 'finalized', 'depth:6'],
  ...['ethereum', 'bitcoin', 'none', 'mpt', 'left', 'right', 'eip155:1', 'eip155:10', 'eip155:1337'],
  ...['bip122:000000000019d6689c085ae165831e93', 'bip122:12a765e31ffd4059bada1e25190f6e98'],
];

const ANCHOR = / {2}<Anchor[\s\S]*?<\/Anchor>\n/g;

const MUTATIONS_BY_NAME: Readonly<Record<string, Mutation>> = {
  'flips a bit': (xml, random) => {
    const copy = new Uint8Array(xml);
    copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  truncates: (xml, random) => xml.slice(0, random.below(xml.length)),
  'cuts a piece out': (xml, random) => {
    const start = random.below(xml.length);
    return concatBytes(xml.slice(0, start), xml.slice(start + 1 + random.below(64)));
  },
  'copies a piece elsewhere': (xml, random) => {
    const [from, to] = [random.below(xml.length), random.below(xml.length)];
    return concatBytes(xml.slice(0, to), xml.slice(from, from + 1 + random.below(80)), xml.slice(to));
  },
  'changes a digit': editText(/[0-9a-f]/g, (_, random) => '0123456789abcdef'[random.below(16)]!),
  'changes an attribute': editText(/="[^"]*"/g, (_, random, all) => pick(random, all)),
  'changes a word': editText(
    /="(?:[a-z]+|[a-z0-9]+:[0-9a-f]+)"/g,
    (_, random) => `="${pick(random, WORDS)}"`,
  ),
  'changes the form of the leaf': editText(
    /SELLO-LEAF-v[0-9]/g,
    (_, random) => `SELLO-LEAF-v${random.below(4)}`,
  ),
  'changes a number': editText(/="[0-9]+"/g, (found, random) => {
    const number = Number(found.slice(2, -1));
    return `="${[number + 1, Math.max(0, number - 1), random.below(64), 2 * number][random.below(4)]}"`;
  }),
  'changes a time': editText(/[0-9]{2}(?=[-T:Z])/g, (_, random) => String(random.below(61)).padStart(2, '0')),
  'changes a text': editText(/>[0-9a-f]{64}</g, (_, random, all) => pick(random, all)),
  'changes what base64 holds': editText(
    /(?<=>)[A-Za-z0-9+/]{40,}=*(?=<\/(?:Note|OpenTimestamps)>)/g,
    (found, random) => {
      const bytes = Buffer.from(found, 'base64');
      const at = random.below(bytes.length);
      bytes[at]! ^= 1 << random.below(8);
      return bytes.toString('base64');
    },
  ),
  'changes a line': editText(/.+/g, (_, random, all) => pick(random, all)),
  'drops a line': editText(/.+\n/g, () => ''),
  'repeats a line': editText(/.+\n/g, (line) => line + line),
  'changes a tag': editText(/<\/?[A-Za-z]+/g, (_, random, all) => pick(random, all)),
  'drops an anchor': editText(ANCHOR, () => ''),
  'repeats an anchor': editText(ANCHOR, (_, random, all) => pick(random, all) + pick(random, all)),
  'leaves the block out': editText(ANCHOR, (anchor) =>
    anchor
      .replace(/\n *<Header>.*<\/Header>\n */, '')
      .replace('headerRule="ethereum"', 'headerRule="none"')
      .replace(/<Inclusion type="mpt">[\s\S]*<\/Inclusion>/, '<Inclusion type="none" reason="none"/>'),
  ),
  'spaces out': editText(/\s+/g, (found) => `${found} \n`),
};

export const MUTATION_NAMES: readonly string[] = Object.keys(MUTATIONS_BY_NAME);

export function mutate(xml: Uint8Array, name: string, random: Random): Uint8Array {
  return MUTATIONS_BY_NAME[name]!(xml, random);
}
