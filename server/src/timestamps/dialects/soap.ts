/**
 * The part of SOAP 1.1 that two providers use. Requests are escaped text; answers go through a small strict
 * parser instead of an XML library. It accepts elements, text, the five named entities and character
 * references, and refuses document types (so also custom entities) and anything not well nested.
 */

import { parseBase64 } from '@sello/proof';
import { PscFailure, refusesUs } from '../psc-failure.ts';
import { type PscHttp, pscRefusal } from './http-client.ts';

type SoapCall = { path: string; action: string; header?: string; body: string; mayRepeat: boolean };

type SoapElement = {
  /** The name of the element without its prefix. */
  name: string;
  /** Its own text, without that of its children. */
  text: string;
  children: SoapElement[];
};

export class SoapFault extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.name = 'SoapFault';
    this.code = code;
  }
}

/** Returns the element in the answer's body. Throws a `SoapFault` for a fault, otherwise a `PscFailure`. */
export async function callSoap(
  http: PscHttp,
  { path, action, header, body, mayRepeat }: SoapCall,
  now: () => Date,
  signal: AbortSignal,
): Promise<SoapElement> {
  const headers = {
    'content-type': 'text/xml; charset=utf-8',
    accept: 'text/xml',
    soapaction: `"${action}"`,
  };
  const envelope =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    (header === undefined ? '' : `<soap:Header>${header}</soap:Header>`) +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`;
  const answer = await http.call({ method: 'POST', path, headers, body: envelope, mayRepeat }, signal);
  const isXml = /^(text|application)\/([\w.+-]+\+)?xml\b/i.test(answer.header('content-type') ?? '');
  // A fault has status 500 (SOAP 1.1 §6.2).
  if (answer.status !== 200 && !(answer.status === 500 && isXml)) throw pscRefusal(answer, now());
  const [content] = childNamed(parseXml(answer.body.toString('utf8')), 'Body')?.children ?? [];
  if (content === undefined) throw new PscFailure('invalid_token', 'the answer is not a SOAP envelope');
  if (content.name === 'Fault') {
    throw new SoapFault(
      childText(content, 'faultcode') ?? '',
      childText(content, 'faultstring') ?? 'no reason given',
    );
  }
  if (answer.status !== 200) throw pscRefusal(answer, now());
  return content;
}

/**
 * Writes `<name>` around escaped text. If the text has a character that XML 1.0 cannot carry, it is our bug and not
 * the caller's.
 */
export function element(name: string, text: string): string {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text)) {
    throw refusesUs(`the value of ${name} has a character that XML cannot carry`);
  }
  return `<${name}>${text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)}</${name}>`;
}

export function childNamed(parent: SoapElement | undefined, name: string): SoapElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

export function childText(parent: SoapElement | undefined, name: string): string | undefined {
  return childNamed(parent, name)?.text.trim();
}

export function tokenInBase64(text: string): Uint8Array {
  const tsr = parseBase64(text.replace(/\s+/g, ''));
  if (tsr === undefined) throw new PscFailure('invalid_token', 'the constancia is not base64');
  return tsr;
}

const MAX_DEPTH = 16;
const MAX_ELEMENTS = 1_000;

const TOKEN =
  /<\?xml [^<>?]*\?>|<!--(?:[^-]|-[^-])*-->|<\/(?<end>[\w.:-]+)\s*>|<(?<start>[\w.:-]+)(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>|(?<text>[^<&]+)|&(?<entity>#x[\da-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/uy;

/** Reads the root element. Throws a `PscFailure` unless the text is one well-formed element. */
export function parseXml(xml: string): SoapElement {
  const document: SoapElement = { name: '', text: '', children: [] };
  const open: { element: SoapElement; tag: string }[] = [{ element: document, tag: '' }];
  let elements = 0;
  TOKEN.lastIndex = xml.startsWith('\u{feff}') ? 1 : 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const { start, end, empty, text, entity } = TOKEN.exec(xml)?.groups ?? malformed(at);
    const inner = open.at(-1) ?? malformed(at);
    if (start !== undefined) {
      elements += 1;
      if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) malformed(at);
      const child = { name: start.slice(start.indexOf(':') + 1), text: '', children: [] };
      inner.element.children.push(child);
      if (empty === '') open.push({ element: child, tag: start });
    } else if (end !== undefined) {
      if (inner.tag !== end) malformed(at);
      open.pop();
    } else if (text !== undefined) inner.element.text += text;
    else if (entity !== undefined) inner.element.text += characterFor(entity) ?? malformed(at);
  }
  const [root, second] = document.children;
  if (open.length !== 1 || root === undefined || second !== undefined || document.text.trim() !== '') {
    malformed(xml.length);
  }
  return root ?? malformed(xml.length);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterFor(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED[entity];
  const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function malformed(at: number): never {
  throw new PscFailure('invalid_token', `the answer is not well-formed XML (at character ${at})`);
}
