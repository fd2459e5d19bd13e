/** Goes through XML as it is unpacked, without keeping it. Document types and their entities are never expanded. */

import { SaxesParser } from 'saxes';
import { WorkbookProblem } from './workbook-problem.ts';

type Visitor = {
  /** Names are given without their prefix, because each program chooses its own prefixes. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
};

export async function walkXml(chunks: AsyncIterable<Buffer>, visitor: Visitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new WorkbookProblem('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => visitor.open?.(localName(name), attributes));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)));
  parser.on('error', () => {
    throw new WorkbookProblem('damaged');
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof TypeError ? new WorkbookProblem('damaged') : error;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its local name, such as `id` for `r:id`. */
export function attributeOf(
  attributes: Readonly<Record<string, string>>,
  wanted: string,
): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}
