/** The words of the mails about followed members, in both languages. */

import type { Language } from '../../../http/language.ts';
import { mexicoText } from '../../../http/pages/times.ts';
import type { Mail } from '../../../people/mail/ports.ts';
import { type Letter, toMail } from '../../own-page/mail/letter.ts';
import type { Standing } from '../../standing/standing.ts';

/** The content of a line: the current standing of a membership, or that the watch has ended. */
export type Told = {
  who: string;
  council: string;
  program: string;
  state: Standing | 'watch ended';
  url: string | undefined;
};

const STATES: Readonly<Record<Language, Readonly<Record<Told['state'], string>>>> = {
  es: {
    scheduled: 'aún no comienza',
    current: 'está vigente',
    grace: 'está vigente, en su plazo de gracia',
    delinquent: 'no está vigente: falta un requisito anual',
    lapsed: 'venció',
    suspended: 'está suspendida',
    ended: 'terminó por decisión del consejo',
    'watch ended':
      'ya no se vigila: la persona lo retiró, cerró su página o ya no está en el registro. No se le avisará de lo que ocurra',
  },
  en: {
    scheduled: 'has not begun yet',
    current: 'is in force',
    grace: 'is in force, in its period of grace',
    delinquent: 'is not in force: a requirement of the year is missing',
    lapsed: 'has lapsed',
    suspended: 'is suspended',
    ended: 'was ended by the council',
    'watch ended':
      'is followed no more: the person withdrew it, closed the page or is no longer in the register. You are not told what happens next',
  },
};

function lineOf({ who, council, program, state }: Told, language: Language): string {
  const where = program === '' ? council : `${council}, ${program}`;
  return `${who} (${where}): ${STATES[language][state]}.`;
}

type Changes = {
  account: string;
  told: readonly Told[];
  more: number;
  at: Date;
  stopUrl: string;
  baseUrl: string;
};

export function changesMail(to: string, changes: Changes, language: Language): Mail {
  const { account, told, more, at, stopUrl, baseUrl } = changes;
  const items = told.map((line) => ({ text: lineOf(line, language), url: line.url }));
  const count = told.length + more;
  const [first] = told;
  const one =
    count === 1 && first !== undefined ? `${first.who} ${STATES[language][first.state]}` : undefined;
  const time = mexicoText(at, language);
  const letters: Record<Language, Letter> = {
    es: {
      subject: one === undefined ? `Vigilancia: ${count} cambios` : `Vigilancia: ${shortened(one)}`,
      lines: [
        `Esto cambió entre las personas que vigila «${account}». Así está según sus consejos el ${time}, hora del centro de México:`,
      ],
      items: [
        ...items,
        ...(more > 0 ? [{ text: `y ${more.toLocaleString('es-MX')} cambios más, en la lista.` }] : []),
      ],
      link: 'Ver la lista',
      foot: 'Lo que vale hoy está siempre en la página pública y en la lista. Le escribimos porque alguien confirmó este correo para estos avisos.',
      stop: { words: 'No recibir más avisos', url: stopUrl },
    },
    en: {
      subject: one === undefined ? `Watches: ${count} changes` : `Watches: ${shortened(one)}`,
      lines: [
        `This has changed among the people whom “${account}” follows. It is what their councils say on ${time}, central Mexico time:`,
      ],
      items: [
        ...items,
        ...(more > 0 ? [{ text: `and ${more.toLocaleString('en')} more changes, in the list.` }] : []),
      ],
      link: 'See the list',
      foot: 'What is true today is always on the public page and in the list. We write to you because somebody confirmed this address for these mails.',
      stop: { words: 'No more of these mails', url: stopUrl },
    },
  };
  return written(to, { account, url: `${baseUrl}/dashboard/watches`, stopUrl }, letters[language], language);
}

function shortened(words: string): string {
  const all = [...words];
  return all.length <= 90 ? words : `${all.slice(0, 89).join('')}…`;
}

type Confirm = { account: string; url: string; stopUrl: string };

export function confirmMail(to: string, { account, url, stopUrl }: Confirm, language: Language): Mail {
  const letters: Record<Language, Letter> = {
    es: {
      subject: 'Confirme este correo para recibir avisos de vigencia',
      lines: [
        `«${account}» quiere que se avise a este correo cuando cambie la vigencia de las personas certificadas que vigila: si vence, se suspende o se revoca.`,
        'Si está de acuerdo, abra el enlace y confírmelo. Sirve durante dos días. Mientras nadie confirme, no se envía nada más.',
      ],
      link: 'Confirmar este correo',
      foot: 'Si no sabe de qué se trata, no haga nada.',
      stop: { words: 'No volver a preguntarme', url: stopUrl },
    },
    en: {
      subject: 'Confirm this address to be told of certifications',
      lines: [
        `“${account}” wants this address to be told when something becomes of the certified people whom it follows: when a certification lapses, is suspended or revoked.`,
        'If you agree, open the link and confirm. It works for two days. Nothing else is sent unless somebody confirms.',
      ],
      link: 'Confirm this address',
      foot: 'If you do not know what this is about, there is nothing to do.',
      stop: { words: 'Do not ask me again', url: stopUrl },
    },
  };
  return written(to, { account, url, stopUrl }, letters[language], language);
}

/** Adds the header fields with which mail programs end the mails in one click (RFC 2369, RFC 8058). */
function written(
  to: string,
  { account, url, stopUrl }: { account: string; url: string; stopUrl: string },
  letter: Letter,
  language: Language,
): Mail {
  const mail = toMail(to, { council: account, url, livemode: true }, letter, language);
  return {
    ...mail,
    headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
