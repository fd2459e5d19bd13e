/** The mails to members who were drawn, in both languages. */

import type { Mail } from '../../people/mail/ports.ts';
import { dayWords } from '../own-page/mail/day-words.ts';
import { type Letter, type Sender, toMail } from '../own-page/mail/letter.ts';
import type { ReviewStatus } from './review.ts';

type Language = 'es' | 'en';

type Subject = {
  kind: 'drawn' | 'decided' | 'reminder';
  program: string;
  /** The name of the draw. */
  draw: string;
  dueOn: string;
  status: ReviewStatus;
  reason: string | undefined;
};

export function reviewMail(sender: Sender, to: string, subject: Subject, language: Language): Mail {
  const letter = LETTERS[subject.kind](sender.council, subject);
  return toMail(to, sender, letter[language], language);
}

type Letters = (council: string, subject: Subject) => Record<Language, Letter>;

const drawn: Letters = (council, { program, draw, dueOn }) => ({
  es: {
    subject: `${program}: usted salió en el sorteo de verificación`,
    lines: [
      `${council} revisa a una parte de sus miembros. A quién le toca lo decide un sorteo que cualquiera puede comprobar, y en «${draw}» le tocó a usted.`,
      `Envíe su evidencia en su página a más tardar el ${dayWords(dueOn, 'es')}. Ahí están las instrucciones y la comprobación del sorteo.`,
    ],
    link: 'Enviar mi evidencia',
    foot: `Le escribe ${council} porque es miembro. Su membresía sigue como está.`,
  },
  en: {
    subject: `${program}: you were drawn for a review`,
    lines: [
      `${council} reviews some of its members. A draw that anybody can check decides who, and you were drawn in “${draw}”.`,
      `Send your evidence on your page by ${dayWords(dueOn, 'en')}. The page has the instructions and shows how to check the draw.`,
    ],
    link: 'Send my evidence',
    foot: `${council} writes to you because you are a member. Your membership stays as it is.`,
  },
});

const reminder: Letters = (council, { program, draw, dueOn }) => ({
  es: {
    subject: `${program}: falta su evidencia, hasta el ${dayWords(dueOn, 'es')}`,
    lines: [
      `Usted salió en el sorteo de verificación «${draw}» y todavía no envía su evidencia. El último día es el ${dayWords(dueOn, 'es')}.`,
      'Si necesita más tiempo, pídalo a su consejo antes de ese día.',
    ],
    link: 'Enviar mi evidencia',
    foot: `Le escribe ${council} porque es miembro.`,
  },
  en: {
    subject: `${program}: your evidence is missing, until ${dayWords(dueOn, 'en')}`,
    lines: [
      `You were drawn in “${draw}” and have not sent any evidence yet. The last day is ${dayWords(dueOn, 'en')}.`,
      'If you need more time, ask your council before that day.',
    ],
    link: 'Send my evidence',
    foot: `${council} writes to you because you are a member.`,
  },
});

const DECIDED: Record<Exclude<ReviewStatus, 'open'>, Record<Language, string>> = {
  passed: { es: 'aprobó su revisión', en: 'approved your review' },
  failed: { es: 'no aprobó su revisión', en: 'did not approve your review' },
  excused: { es: 'le dispensó de la revisión', en: 'excused you from the review' },
  cancelled: { es: 'canceló el sorteo y su revisión', en: 'cancelled the draw and your review' },
};

const decided: Letters = (council, { program, draw, status, reason }) => {
  const outcome = status === 'open' ? DECIDED.cancelled : DECIDED[status];
  const why = reason === undefined ? [] : [reason];
  return {
    es: {
      subject: `${program}: ${council} ${outcome.es}`,
      lines: [`${council} ${outcome.es} («${draw}»).`, ...why],
      link: 'Ver mi página',
      foot: `Le escribe ${council} porque usted salió en un sorteo de verificación.`,
    },
    en: {
      subject: `${program}: ${council} ${outcome.en}`,
      lines: [`${council} ${outcome.en} (“${draw}”).`, ...why],
      link: 'See my page',
      foot: `${council} writes to you because you were drawn for a review.`,
    },
  };
};

const LETTERS: Record<Subject['kind'], Letters> = { drawn, reminder, decided };
