/**
 * A strict reader of the XML subset that proofs use: one tree of elements with attributes, and text only in
 * elements without children. No DTD, no entities beyond the five, no comments, CDATA, processing instructions or
 * prefixes, so nothing can expand, be fetched or be read in two ways.
 */

import { ProofError } from '../proof-error.ts';
import { parseUtf8 } from './bytes.ts';

export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Empty if there are child elements. */
  readonly text: string;
};

type XmlLimits = {
  maxBytes: number;
  maxDepth: number;
  maxElements: number;
  /** For files of other programs: names may have prefixes, and the file may begin with a byte order mark. */
  hasPrefixes?: true;
};

const MAX_ATTRIBUTES = 8;

export function readXml(bytes: Uint8Array, limits: XmlLimits): XmlElement {
  if (bytes.length > limits.maxBytes) throw malformed(`more than ${limits.maxBytes} bytes`);
  const text = parseUtf8(bytes);
  if (text === undefined) throw malformed('this is not UTF-8');
  const source = limits.hasPrefixes ? text.replace(/^\uFEFF/, '') : text;
  const walk: Walk = { source, offset: skipDeclaration(source, limits), limits, open: [], elements: 0 };
  for (;;) {
    const root = readStep(walk);
    if (root === undefined) continue;
    if (!isSpace(source.slice(walk.offset))) throw malformed('something follows the root element');
    return root;
  }
}

type OpenElement = { name: string; attributes: Map<string, string>; children: XmlElement[]; text: string };

type Walk = {
  source: string;
  offset: number;
  limits: XmlLimits;
  open: OpenElement[];
  elements: number;
};

/** Accepts a declaration of version 1.0 in UTF-8, or none at all. */
function skipDeclaration(source: string, { hasPrefixes }: XmlLimits): number {
  const declaration =
    /^<\?xml version=("1\.0"|'1\.0')( encoding=("UTF-8"|'UTF-8'|"utf-8"|'utf-8'))?( standalone=("yes"|'yes'|"no"|'no'))? ?\?>/;
  const found = declaration.exec(source);
  // The proofs' own dialect has no `standalone="no"`; Java's writers always state it.
  return found?.[4]?.includes('no') && !hasPrefixes ? 0 : (found?.[0].length ?? 0);
}

const NAME = '[A-Za-z][A-Za-z0-9]{0,63}';
const PREFIXED_NAME = '[A-Za-z_][A-Za-z0-9_.-]{0,63}(?::[A-Za-z_][A-Za-z0-9_.-]{0,63})?';
const SPACE = '[ \\t\\r\\n]';
const QUOTED = `(?:"[^"<>]*"|'[^'<>]*')`;
const TAGS = tagsOf(NAME);
const PREFIXED_TAGS = tagsOf(PREFIXED_NAME);
/** Finds the attributes in a tag that has already matched the pattern for tags. */
const ATTRIBUTE = /(?<![\w.:-])([A-Za-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)')/g;

function tagsOf(name: string): { opening: RegExp; closing: RegExp } {
  return {
    opening: new RegExp(`<(${name})((?:${SPACE}+${name}=${QUOTED})*)${SPACE}*(/?)>`, 'y'),
    closing: new RegExp(`</(${name})${SPACE}*>`, 'y'),
  };
}

/** Reads text and the tag after it. Returns the root once it is closed. */
function readStep(walk: Walk): XmlElement | undefined {
  const { source, open, limits } = walk;
  const tags = limits.hasPrefixes ? PREFIXED_TAGS : TAGS;
  const tagStart = source.indexOf('<', walk.offset);
  if (tagStart < 0) throw malformed('an element is not closed');
  takeText(open.at(-1), source.slice(walk.offset, tagStart));
  const closing = matchAt(tags.closing, source, tagStart);
  if (closing !== undefined) {
    walk.offset = tagStart + closing[0].length;
    return closeElement(walk, closing[1]);
  }
  const opening = matchAt(tags.opening, source, tagStart);
  if (opening === undefined) throw malformed(`there is no plain tag at offset ${tagStart}`);
  walk.offset = tagStart + opening[0].length;
  openElement(walk, opening[1] ?? '', opening[2] ?? '');
  return opening[3] === '/' ? closeElement(walk, opening[1]) : undefined;
}

function takeText(element: OpenElement | undefined, source: string): void {
  if (isSpace(source) && (element === undefined || element.children.length > 0)) return;
  if (element === undefined) throw malformed('there is text outside the root element');
  element.text += resolveEntities(source);
  if (element.children.length > 0) throw malformed(`the element ${element.name} mixes text and elements`);
}

function openElement(walk: Walk, name: string, attributeText: string): void {
  walk.elements += 1;
  if (walk.elements > walk.limits.maxElements) throw malformed('there are too many elements');
  const parent = walk.open.at(-1);
  if (parent !== undefined && !isSpace(parent.text)) {
    throw malformed(`the element ${parent.name} mixes text and elements`);
  }
  if (parent !== undefined) parent.text = '';
  if (walk.open.length >= walk.limits.maxDepth) throw malformed('elements are nested too deep');
  walk.open.push({ name, attributes: readAttributes(attributeText), children: [], text: '' });
}

function closeElement(walk: Walk, name: string | undefined): XmlElement | undefined {
  const element = walk.open.pop();
  if (element === undefined || element.name !== name) throw malformed(`</${name}> closes nothing`);
  const parent = walk.open.at(-1);
  if (parent === undefined) return element;
  parent.children.push(element);
  return undefined;
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', doubleQuoted, singleQuoted] of text.matchAll(ATTRIBUTE)) {
    const value = doubleQuoted ?? singleQuoted ?? '';
    if (attributes.has(name)) throw malformed(`the attribute ${name} is given twice`);
    // Parsers replace line breaks in attributes by spaces, and differ in how many.
    if (/[\t\n\r]/.test(value)) throw malformed(`the attribute ${name} has a line break or tab`);
    attributes.set(name, resolveEntities(value));
  }
  if (attributes.size > MAX_ATTRIBUTES) throw malformed('an element has too many attributes');
  return attributes;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]);

function resolveEntities(text: string): string {
  // XML 1.0 §2.2 allows no control characters except tab and line ends, and no U+FFFE and U+FFFF.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) {
    throw malformed('a character is not allowed in XML');
  }
  if (text.includes(']]>')) throw malformed('there is "]]>" in text');
  return text.replace(/&([a-z]{2,4};)?/g, (_, reference: string | undefined) => {
    const value = ENTITIES.get(reference ?? '');
    if (value === undefined) throw malformed('an entity is not one of the five');
    return value;
  });
}

function matchAt(pattern: RegExp, source: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source) ?? undefined;
}

/** XML white space only; Unicode has more. */
function isSpace(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

function malformed(message: string): ProofError {
  return new ProofError('xml_malformed', message);
}
