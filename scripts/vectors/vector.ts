/** What a vector is, and the changes that make one proof out of another. */

import { readFileSync } from 'node:fs';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';

export type Vector = {
  /** The number of the requirement in docs/CONFORMANCE.md that the vector is about. */
  requirement: number;
  /** The file under examination, below docs/vectors. Several vectors may ask different things about one file. */
  file: string;
  verdict: VerdictWord;
  because: string;
  /** The arguments for a verifier, as `sello verify` takes them; files are named relative to docs/vectors. */
  args: readonly string[];
  /** Undefined for a file that stands in the repository and is not made here. */
  bytes?: Buffer;
};

export const LOG_KEY = 'sello.example/log+8c20f99a+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';
/** Another key of the same log; its seed is 32 times the octet `08`. */
export const OTHER_LOG_KEY = 'sello.example/log+3f5bc02d+AROY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPK';
export const FILE_SHA256 = '133ee989293f92736301280c6f14c89d521200c17dcdcecca30cd20705332d44';

const DOCS = new URL('../../docs/', import.meta.url);

export const readDoc = (name: string): Buffer => readFileSync(new URL(name, DOCS));

/** Two example proofs: one with a leaf of the first form, one with a leaf of the second. */
export const EXAMPLES = ['blockchain-proof-example.xml', 'blockchain-proof-example-v2.xml'] as const;

const [EXAMPLE, EXAMPLE_V2] = EXAMPLES.map((name) => readDoc(name).toString()) as [string, string];

type Expected = Pick<Vector, 'requirement' | 'verdict' | 'because'>;

/** A vector about a new proof with this content. */
export function proofVector(
  name: string,
  { requirement, verdict, because }: Expected,
  content: string | Uint8Array,
  args: readonly string[] = [],
): Vector {
  const file = `${name}.xml`;
  return { requirement, file, verdict, because, args: ['--xml', file, ...args], bytes: Buffer.from(content) };
}

/** The name of the file, the requirement that it is about, the reason, and the change. */
type Change = readonly [name: string, requirement: number, because: string, change: (xml: string) => string];

/** Proofs with one fault each, made from the first example. */
export function refused(changes: readonly Change[], example: string = EXAMPLE): Vector[] {
  return changed(changes, 'invalid', example);
}

export function refusedV2(changes: readonly Change[]): Vector[] {
  return changed(changes, 'invalid', EXAMPLE_V2);
}

/** Proofs that spell the first example in another way and mean the same. */
export function accepted(changes: readonly Change[]): Vector[] {
  return changed(changes, 'unconfirmed', EXAMPLE);
}

function changed(changes: readonly Change[], verdict: VerdictWord, example: string): Vector[] {
  return changes.map(([name, requirement, because, change]) => {
    const xml = change(example);
    if (xml === example) throw new Error(`the vector ${name} is the example itself`);
    return proofVector(name, { requirement, verdict, because }, xml);
  });
}

export function replace(from: string, to: string): (xml: string) => string {
  return (xml) => xml.replace(from, () => to);
}

export function inLast(from: string, to: string): (xml: string) => string {
  return (xml) => {
    const at = xml.lastIndexOf(from);
    return `${xml.slice(0, at)}${to}${xml.slice(at + from.length)}`;
  };
}

/** Changes the last digit of the first element that begins like this. */
export function inDigits(start: string): (xml: string) => string {
  return (xml) => {
    const at = xml.indexOf('</', xml.indexOf(start)) - 1;
    return `${xml.slice(0, at)}${xml[at] === '0' ? '1' : '0'}${xml.slice(at + 1)}`;
  };
}

export function inAttribute(element: string, name: string): (xml: string) => string {
  return (xml) =>
    xml.replace(
      new RegExp(`(<${element} [^>]*${name}=")([0-9a-f])`),
      (_, before: string, digit: string) => `${before}${digit === '0' ? '1' : '0'}`,
    );
}

/** Applies `change` to the text of the note. */
export function withNote(change: (note: string) => string | Buffer): (xml: string) => string {
  return (xml) =>
    xml.replace(/<Note>([^<]+)/, (_, note: string) => {
      const text = change(Buffer.from(note, 'base64').toString('utf8'));
      return `<Note>${Buffer.from(text).toString('base64')}`;
    });
}
