/**
 * Proofs that a verifier must refuse, made from the worked examples of docs/proof-format.md by one change each, and an
 * index that says why. `npm run docs` writes them to docs/vectors, for authors of verifiers.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** With a leaf of the first form, and of the second. */
export const EXAMPLES = ['blockchain-proof-example.xml', 'blockchain-proof-example-v2.xml'] as const;

type Vector = { file: string; section: string; because: string; xml: string };

/** The file, the step of the document that it violates, the reason, and the change. */
type Change = readonly [file: string, section: string, because: string, change: (xml: string) => string];

const CHANGES: readonly Change[] = [
  ['document-digest', '2.2', 'another document than the leaf commits to', inDigits('<Digest')],
  ['token-digest', '2.2', 'another time stamp than the leaf commits to', inDigits('<TimeStampToken')],
  ['salt', '2.2', 'the salt does not give the leaf', inDigits('<Salt')],
  ['leaf-hash', '2.2', 'the leaf is not the hash of salt, document and time stamp', inDigits('<Hash')],
  [
    'v1-as-v2',
    '2.2',
    'a leaf of the first form that says to be of the second',
    replace('SELLO-LEAF-v1', 'SELLO-LEAF-v2'),
  ],
  ['leaf-form', '1', 'a form of leaf that is not known', replace('SELLO-LEAF-v1', 'SELLO-LEAF-v3')],
  ['step', '2.3', 'a step of the path is another hash', inDigits('<Step')],
  [
    'step-side',
    '2.3',
    'a step is on the other side than index and size say',
    replace('side="right"', 'side="left"'),
  ],
  ['step-missing', '2.3', 'the path is too short', (xml) => xml.replace(/\n *<Step[^\n]*/, '')],
  ['step-twice', '2.3', 'the path is too long', (xml) => xml.replace(/(\n *<Step[^\n]*)/, '$1$1')],
  ['leaf-index', '2.3', 'the index belongs to another leaf', replace('leafIndex="2"', 'leafIndex="3"')],
  ['leaf-beyond', '2.3', 'the index is not below the size', replace('leafIndex="2"', 'leafIndex="7"')],
  ['root', '2.3', 'the path leads to another root', inDigits('<Root')],
  ['checkpoint-size', '2.4', 'the note states 7 leaves, the path 8', replace('treeSize="7"', 'treeSize="8"')],
  ['checkpoint-note-size', '2.4', 'the note states another size than the path', inNote('\n7\n', '\n8\n')],
  ['checkpoint-note-root', '2.4', 'the note states another root than the path', inNote('rE4kZ', 'rE4kY')],
  ['checkpoint-origin', '2.4', 'the note is of another log', replace('issuer="sello.', 'issuer="other.')],
  [
    'anchor-size',
    '2.3',
    'the anchor says leaf 2 of 6 under the root that the log signed as 2 of 7: its own path fits, the two disagree',
    inLast('treeSize="7"', 'treeSize="6"'),
  ],
  ['transaction', '2.5', 'the transaction has another hash', inDigits('<Raw')],
  ['transaction-hash', '2.5', 'the transaction has another hash', inAttribute('Transaction', 'hash')],
  [
    'network',
    '2.5',
    'the transaction is for another chain',
    replace('network="eip155:1337"', 'network="eip155:1"'),
  ],
  ['commitment-offset', '2.5', 'the commitment is elsewhere', replace('offset="43"', 'offset="42"')],
  [
    'transaction-index',
    '2.6',
    'the nodes lead to another place of the block',
    replace('index="2"', 'index="1"'),
  ],
  ['node', '2.6', 'a node of the trie has another hash', inDigits('<Node')],
  ['node-missing', '2.6', 'a node of the trie is missing', (xml) => xml.replace(/\n *<Node[^\n]*/, '')],
  ['node-twice', '2.6', 'a node of the trie is left over', (xml) => xml.replace(/(\n *<Node[^\n]*)/, '$1$1')],
  ['header', '2.7', 'the header has another hash', inDigits('<Header')],
  ['block-hash', '2.7', 'the header has another hash', inAttribute('Block', 'hash')],
  ['block-number', '2.7', 'the header states another number', replace('number="1234"', 'number="1235"')],
  ['block-time', '2.7', 'the header states another time', replace('T12:00:00Z"', 'T12:00:01Z"')],
  ['version', '1', 'a version that is not known', replace('version="1"', 'version="2"')],
  ['namespace', '1', 'another format', replace('blockchain-proof:1"', 'blockchain-proof:2"')],
  [
    'upper-case',
    '1',
    'hexadecimal digits in upper case',
    (xml) => xml.replace(/<Root>[0-9a-f]+/, upperCased),
  ],
  ['number-with-zero', '1', 'a number with a leading zero', replace('leafIndex="2"', 'leafIndex="02"')],
  ['certificate-twice', '1', 'an element twice', (xml) => xml.replace(/(\n *<Certificate[^\n]*)/, '$1$1')],
  [
    'document-missing',
    '1',
    'an element is missing',
    (xml) => xml.replace(/ *<Document>[\s\S]*<\/Document>\n/, ''),
  ],
  [
    'doctype',
    '1.1',
    'a document type',
    replace('<BlockchainProof', '<!DOCTYPE BlockchainProof>\n<BlockchainProof'),
  ],
  [
    'entity',
    '1.1',
    'an entity of its own',
    (xml) =>
      xml
        .replace('<BlockchainProof', '<!DOCTYPE x [<!ENTITY log "sello.example">]>\n<BlockchainProof')
        .replace('issuer="sello.example', 'issuer="&log;'),
  ],
  ['comment', '1.1', 'a comment', replace('<Document>', '<!-- x --><Document>')],
  ['processing-instruction', '1.1', 'a processing instruction', replace('<Document>', '<?x y?><Document>')],
  ['cdata', '1.1', 'a CDATA section', (xml) => xml.replace(/<Root>([0-9a-f]+)</, '<Root><![CDATA[$1]]><')],
  [
    'prefix',
    '1.1',
    'names with a prefix',
    (xml) =>
      xml
        .replace('<BlockchainProof xmlns=', '<p:BlockchainProof xmlns:p=')
        .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:'),
  ],
  ['not-utf-8', '1.1', 'another encoding', replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')],
  ['cut', '1.1', 'not well-formed', (xml) => xml.slice(0, -10)],
  ['text-after', '1.1', 'text behind the root element', (xml) => `${xml}x`],
];

/** Changes to the example with a leaf of the second form. */
const CHANGES_V2: readonly Change[] = [
  [
    'v2-as-v1',
    '2.2',
    'a leaf of the second form that says to be of the first',
    replace('SELLO-LEAF-v2', 'SELLO-LEAF-v1'),
  ],
  ['v2-salt', '2.2', 'the salt does not give the entry', inDigits('<Salt')],
  ['v2-document-digest', '2.2', 'another document than the entry commits to', inDigits('<Digest')],
  ['v2-token-digest', '2.2', 'another time stamp than the entry commits to', inDigits('<TimeStampToken')],
  ['v2-leaf-hash', '2.2', 'the leaf is not the hash of the entry', inDigits('<Hash')],
  ['v2-entry-as-leaf', '2.2', 'the entry stands in place of its hash', withEntryAsLeaf],
  ['v2-index', '2.3', 'the index belongs to another leaf', replace('leafIndex="2"', 'leafIndex="3"')],
];

export function proofVectors(): Vector[] {
  return [CHANGES, CHANGES_V2].flatMap((changes, i) => {
    const example = readFileSync(new URL(`../docs/${EXAMPLES[i]}`, import.meta.url), 'utf8');
    return changes.map(([name, section, because, change]) => {
      const xml = change(example);
      if (xml === example) throw new Error(`the vector ${name} is the example itself`);
      return { file: `${name}.xml`, section, because, xml };
    });
  });
}

/** The inputs for every vector, and the result that each must give. */
export function vectorIndex(): string {
  const index = {
    about:
      'Blockchain proofs that every verifier must refuse. Each is one of the examples with one change: the second example for files whose names begin with `v2`, else the first. `section` is that of ../proof-format.md.',
    examples: EXAMPLES.map((file) => ({ file: `../${file}`, verdict: 'unconfirmed', with_log_key: 'valid' })),
    file_sha256: '133ee989293f92736301280c6f14c89d521200c17dcdcecca30cd20705332d44',
    log_key: 'sello.example/log+8c20f99a+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs',
    vectors: proofVectors().map(({ file, section, because }) => ({
      file,
      verdict: 'invalid',
      section,
      because,
    })),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

function replace(from: string, to: string): (xml: string) => string {
  return (xml) => xml.replace(from, to);
}

function inLast(from: string, to: string): (xml: string) => string {
  return (xml) => {
    const at = xml.lastIndexOf(from);
    return `${xml.slice(0, at)}${to}${xml.slice(at + from.length)}`;
  };
}

/** Changes the last digit of the first such element. */
function inDigits(start: string): (xml: string) => string {
  return (xml) => {
    const at = xml.indexOf('</', xml.indexOf(start)) - 1;
    return `${xml.slice(0, at)}${xml[at] === '0' ? '1' : '0'}${xml.slice(at + 1)}`;
  };
}

/** The digest of salt, document and time stamp, without the hash over it. */
function withEntryAsLeaf(xml: string): string {
  const bytesOf = (name: string) => new RegExp(`<${name}[^>]*>([0-9a-f]{64})<`).exec(xml)?.[1] ?? '';
  const parts = ['Salt', 'Digest', 'TimeStampToken'].map((name) => Buffer.from(bytesOf(name), 'hex'));
  const entry = createHash('sha256').update(Buffer.concat([Buffer.from('SELLO-LEAF-v2\0'), ...parts]));
  return xml.replace(/<Hash>[0-9a-f]{64}/, `<Hash>${entry.digest('hex')}`);
}

function inAttribute(element: string, name: string): (xml: string) => string {
  return (xml) =>
    xml.replace(
      new RegExp(`(<${element} [^>]*${name}=")([0-9a-f])`),
      (_, before: string, digit: string) => `${before}${digit === '0' ? '1' : '0'}`,
    );
}

function inNote(from: string, to: string): (xml: string) => string {
  return (xml) =>
    xml.replace(/<Note>([^<]+)/, (_, note: string) => {
      const text = Buffer.from(note, 'base64').toString('utf8').replace(from, to);
      return `<Note>${Buffer.from(text).toString('base64')}`;
    });
}

function upperCased(text: string): string {
  return text.replace(/>.*/, (digits) => digits.toUpperCase());
}
