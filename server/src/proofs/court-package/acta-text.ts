/** The acta as plain text, in Spanish and then in English. */

import type { Acta, ActaBlock, ActaFact, Step } from './acta.ts';

type Language = 'es' | 'en';

const WIDTH = 100;
const COMMAND = '    $ ';
const EXPECTED = '    = ';

const WORDS = {
  es: { step: 'PASO', run: 'Orden:', see: 'Debe aparecer:', means: 'Significa:' },
  en: { step: 'STEP', run: 'Command:', see: 'Must appear:', means: 'It means:' },
} as const;

export function actaText(acta: Acta): string {
  return `${[...pageOf(acta, 'es'), '', '='.repeat(WIDTH), '', ...pageOf(acta, 'en')].join('\n')}\n`;
}

function pageOf(acta: Acta, language: Language): string[] {
  const warning = acta.warning === undefined ? [] : ['', `*** ${acta.warning[language]} ***`];
  return [
    acta.title[language].toUpperCase(),
    `${acta.folio} · ${acta.serviceName}`,
    ...warning,
    ...acta.sections.flatMap(({ title, blocks }, index) => [
      '',
      '-'.repeat(WIDTH),
      `${index + 1}. ${title[language].toUpperCase()}`,
      ...warning,
      ...blocks.flatMap((block) => ['', ...blockLines(block, language)]),
    ]),
  ];
}

function blockLines(block: ActaBlock, language: Language): string[] {
  switch (block.kind) {
    case 'paragraph':
      return wrapped(block.text[language]);
    case 'list':
      return block.items.flatMap((item, index) => wrapped(item[language], `${index + 1}) `));
    case 'facts':
      return block.facts.flatMap((fact) => factLines(fact, language));
    case 'step':
      return stepLines(block.step, language);
  }
}

function factLines({ label, value, exact }: ActaFact, language: Language): string[] {
  const text = typeof value === 'string' ? value : value[language];
  return exact ? [`${label[language]}:`, `  ${text}`] : wrapped(`${label[language]}: ${text}`);
}

/** Commands and their expected output are never wrapped, so that they can be copied. */
function stepLines({ number, title, commands, expected, meaning }: Step, language: Language): string[] {
  const words = WORDS[language];
  return [
    ...wrapped(`${words.step} ${number}. ${title[language]}`),
    words.run,
    ...commands.map((command) => COMMAND + command),
    words.see,
    ...expected.map((line) => EXPECTED + line),
    ...wrapped(`${words.means} ${meaning[language]}`),
  ];
}

function wrapped(text: string, start = ''): string[] {
  const lines: string[] = [];
  let line = start;
  for (const word of text.split(' ')) {
    if (line.length + word.length > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(start.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
