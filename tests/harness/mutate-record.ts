/**
 * Changes that somebody might make to an evidence record, by name. Lengths stay correct, and most results can be read.
 */

import { concatBytes } from '../../proof/src/encoding/bytes.ts';
import {
  contextTag,
  type DerElement,
  encodingOf,
  readDer,
  readOctetString,
} from '../../proof/src/encoding/der.ts';
import {
  derElement,
  derImplicit,
  derNull,
  derOctetString,
  derOid,
  derSequence,
} from '../../proof/src/encoding/der-writer.ts';
import { OID } from '../../proof/src/encoding/oids.ts';
import type { Random } from './mutate-proof.ts';

type StampParts = {
  identifier: Uint8Array | undefined;
  attributes: Uint8Array | undefined;
  lists: Uint8Array[][] | undefined;
  token: Uint8Array;
};

type RecordParts = {
  version: Uint8Array;
  digests: Uint8Array;
  options: Uint8Array[];
  chains: StampParts[][];
};

const tagged = (element: DerElement, number: number): DerElement | undefined =>
  element.children.find(({ tag }) => tag === contextTag(number, 'constructed'));
const whole = (element: DerElement | undefined): Uint8Array | undefined => element && encodingOf(element);

function takeApart(record: Uint8Array): RecordParts {
  const fields = readDer(record, { maxBytes: 4 << 20 }).children;
  return {
    version: encodingOf(fields[0]!),
    digests: encodingOf(fields[1]!),
    options: fields.slice(2, -1).map(encodingOf),
    chains: fields.at(-1)!.children.map((chain) => chain.children.map(takeStampApart)),
  };
}

function takeStampApart(stamp: DerElement): StampParts {
  const lists = tagged(stamp, 2)?.children.map((list) => list.children.map((hash) => readOctetString(hash)));
  const token = encodingOf(stamp.children.at(-1)!);
  return { identifier: whole(tagged(stamp, 0)), attributes: whole(tagged(stamp, 1)), lists, token };
}

function putTogether({ version, digests, options, chains }: RecordParts): Uint8Array {
  const encoded = chains.map((chain) => derSequence(...chain.map(putStampTogether)));
  return derSequence(version, digests, ...options, derSequence(...encoded));
}

function putStampTogether({ identifier, attributes, lists, token }: StampParts): Uint8Array {
  const tree =
    lists && derSequence(...lists.map((list) => derSequence(...list.map((hash) => derOctetString(hash)))));
  return derSequence(
    ...[identifier, attributes, tree && derImplicit(2, tree)].flatMap((field) => field ?? []),
    token,
  );
}

type Edit = (record: RecordParts, random: Random, other: RecordParts) => void;

function pick<T>(all: readonly T[], random: Random): T {
  return all[random.below(all.length)]!;
}

const stampsOf = ({ chains }: RecordParts): StampParts[] => chains.flat();
const treesOf = (record: RecordParts): Uint8Array[][][] =>
  stampsOf(record).flatMap(({ lists }) => (lists ? [lists] : []));

/** Changes one position of a list. */
function changeOne<T>(list: T[], random: Random, change: (list: T[], at: number) => void): void {
  if (list.length > 0) change(list, random.below(list.length));
}

function exchange<T>(list: T[], random: Random): void {
  changeOne(list, random, (all, at) => {
    const to = random.below(all.length);
    [all[at], all[to]] = [all[to]!, all[at]!];
  });
}

const drop = <T>(list: T[], at: number): void => void list.splice(at, 1);
const double = <T>(list: T[], at: number): void => void list.splice(at, 0, list[at]!);

/** Edits a list in one tree of the record; the record of a single stamp over one object has no tree. */
const inSomeTree =
  (edit: (tree: Uint8Array[][], random: Random, record: RecordParts, other: RecordParts) => void): Edit =>
  (record, random, other) => {
    const trees = treesOf(record);
    if (trees.length > 0) edit(pick(trees, random), random, record, other);
  };

const DIGESTS = [OID.sha256, OID.sha384, OID.sha512, OID.sha1];
const identifierOf = (oid: string, random: Random): Uint8Array =>
  random.below(2) === 0 ? derSequence(derOid(oid)) : derSequence(derOid(oid), derNull());

const EDITS: Readonly<Record<string, Edit>> = {
  'drops a stamp': ({ chains }, random) => changeOne(pick(chains, random), random, drop),
  'doubles a stamp': ({ chains }, random) => changeOne(pick(chains, random), random, double),
  'exchanges two stamps': ({ chains }, random) => exchange(pick(chains, random), random),
  'drops a chain': ({ chains }, random) => changeOne(chains, random, drop),
  'doubles a chain': ({ chains }, random) => changeOne(chains, random, double),
  'exchanges two chains': ({ chains }, random) => exchange(chains, random),
  'joins all chains': (record) => {
    record.chains = [record.chains.flat()];
  },
  'makes a chain of each stamp': (record) => {
    record.chains = record.chains.flat().map((stamp) => [stamp]);
  },
  'takes a stamp of another record': ({ chains }, random, other) =>
    changeOne(pick(chains, random), random, (chain, at) => {
      chain.splice(at, random.below(2), pick(stampsOf(other), random));
    }),
  'takes a chain of another record': ({ chains }, random, other) =>
    chains.splice(random.below(chains.length + 1), random.below(2), pick(other.chains, random)),
  'takes a token of another record': (record, random, other) => {
    pick(stampsOf(record), random).token = pick(stampsOf(other), random).token;
  },
  'takes a tree of another record': (record, random, other) => {
    pick(stampsOf(record), random).lists = pick(stampsOf(other), random).lists;
  },
  'exchanges two lists': inSomeTree(exchange),
  'drops a list': inSomeTree((tree, random) => changeOne(tree, random, drop)),
  'doubles a list': inSomeTree((tree, random) => changeOne(tree, random, double)),
  'adds an empty list': inSomeTree((tree, random) => tree.splice(random.below(tree.length + 1), 0, [])),
  'joins two lists': inSomeTree((tree) => tree.splice(0, 2, tree.slice(0, 2).flat())),
  'drops a hash': inSomeTree((tree, random) => changeOne(pick(tree, random), random, drop)),
  'doubles a hash': inSomeTree((tree, random) => changeOne(pick(tree, random), random, double)),
  'exchanges two hashes': inSomeTree((tree, random) => exchange(pick(tree, random), random)),
  'takes a hash of another record': inSomeTree((tree, random, _, other) => {
    const foreign = treesOf(other).flat(2);
    if (foreign.length > 0) pick(tree, random).splice(0, random.below(2), pick(foreign, random));
  }),
  'repeats a hash of the record elsewhere': inSomeTree((tree, random, record) => {
    pick(tree, random).splice(0, random.below(2), pick(treesOf(record).flat(2), random));
  }),
  'shortens a hash': inSomeTree((tree, random) =>
    changeOne(pick(tree, random), random, (list, at) => {
      list[at] = list[at]!.slice(random.below(2), list[at]!.length - random.below(2));
    }),
  ),
  'drops a tree': (record, random) => {
    pick(stampsOf(record), random).lists = undefined;
  },
  'drops an identifier': (record, random) => {
    pick(stampsOf(record), random).identifier = undefined;
  },
  'names another digest': (record, random) => {
    pick(stampsOf(record), random).identifier = derImplicit(0, identifierOf(pick(DIGESTS, random), random));
  },
  'lists other digests': (record, random) => {
    record.digests = derSequence(
      ...Array.from({ length: random.below(3) }, () => identifierOf(pick(DIGESTS, random), random)),
    );
  },
  'adds attributes': (record, random) => {
    pick(stampsOf(record), random).attributes = derElement(contextTag(1, 'constructed'), record.digests);
  },
  'adds what nobody reads': (record, random) => {
    record.options = [derElement(contextTag(random.below(3), 'constructed'), record.digests)];
  },
  'writes a token as BER': (record, random) => {
    const stamp = pick(stampsOf(record), random);
    stamp.token = withIndefiniteLengths(readDer(stamp.token), random.below(5));
  },
};

/** Replaces the lengths of the outer levels by indefinite ones with an end of contents. */
function withIndefiniteLengths(element: DerElement, levels: number): Uint8Array {
  if (element.children.length === 0 || levels === 0) return encodingOf(element);
  const content = element.children.map((child) => withIndefiniteLengths(child, levels - 1));
  return concatBytes(Uint8Array.of(element.tag, 0x80), ...content, Uint8Array.of(0, 0));
}

export const RECORD_MUTATIONS: Readonly<
  Record<string, (record: Uint8Array, random: Random, other: Uint8Array) => Uint8Array>
> = Object.fromEntries(
  Object.entries(EDITS).map(([name, edit]) => [
    name,
    (record: Uint8Array, random: Random, other: Uint8Array) => {
      const parts = takeApart(record);
      edit(parts, random, takeApart(other));
      return putTogether(parts);
    },
  ]),
);
