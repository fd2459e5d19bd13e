/** The mails to members, in both languages. The only text in them that others wrote is the council's. */

import type { Mail } from '../../../people/mail/ports.ts';
import { type Letter, type Sender, toMail } from './letter.ts';

type Language = 'es' | 'en';

export function codeMail(sender: Sender, to: string, code: string, language: Language): Mail {
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `${code} es su código de ${council}`,
      lines: [
        `Alguien pidió entrar a su página en ${council}. Si fue usted, escriba este código:`,
        'Sirve durante 10 minutos y una sola vez.',
      ],
      big: code,
      foot: 'Si no fue usted, no haga nada y no dé el código a nadie: sin él no se entra. El consejo nunca se lo pedirá.',
    },
    en: {
      subject: `${code} is your code for ${council}`,
      lines: [
        `Somebody asked to enter your page at ${council}. If it was you, type this code:`,
        'It works once, for 10 minutes.',
      ],
      big: code,
      foot: 'If it was not you, do nothing and share the code with nobody: without it nobody can enter. The council will never ask you for it.',
    },
  };
  return toMail(to, sender, letters[language], language);
}

/** The mail to a new address that a member has entered. */
export function newAddressMail(sender: Sender, to: string, code: string, language: Language): Mail {
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `${code} confirma su correo nuevo en ${council}`,
      lines: [
        `Alguien pidió que ${council} le escriba a este correo. Si fue usted, escriba este código en su página:`,
        'Sirve durante 10 minutos y una sola vez. Mientras nadie lo escriba no cambia nada.',
      ],
      big: code,
      foot: 'Si no fue usted, no haga nada.',
    },
    en: {
      subject: `${code} confirms your new address at ${council}`,
      lines: [
        `Somebody asked ${council} to write to this address. If it was you, type this code on your page:`,
        'It works once, for 10 minutes. Nothing changes until the code is entered.',
      ],
      big: code,
      foot: 'If it was not you, there is nothing to do.',
    },
  };
  return toMail(to, sender, letters[language], language);
}

/** The mail to the address that a member had until now. */
export function addressChangedMail(sender: Sender, to: string, language: Language): Mail {
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `Cambió su correo en ${council}`,
      lines: [`Desde ahora ${council} le escribe a otro correo, y ya no se entra a su página con este.`],
      foot: 'Si no fue usted, avise a su consejo de inmediato.',
    },
    en: {
      subject: `Your address at ${council} has changed`,
      lines: [`From now on ${council} writes to another address, and this one no longer opens your page.`],
      foot: 'If it was not you, tell your council at once.',
    },
  };
  return toMail(to, sender, letters[language], language);
}

type Ending = {
  program: string;
  unit: string;
  /** The day in words, in the language of the mail. */
  day: string;
  daysLeft: number;
  /** At least how many points are still missing. Zero if all requirements are met. */
  missing: number;
};

export function reminderMail(sender: Sender, to: string, ending: Ending, language: Language): Mail {
  const { program, unit, day, daysLeft, missing } = ending;
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `${program}: su periodo termina el ${day}`,
      lines: [
        `Su periodo en ${program} termina el ${day}: ${daysLeft === 1 ? 'falta 1 día' : `faltan ${daysLeft} días`}.`,
        missing === 0
          ? 'Ya reunió los puntos necesarios. Revise en su página si falta algo más y pida su renovación.'
          : `Todavía le faltan por lo menos ${missing} ${unit}. En su página está qué falta y cómo reportar actividades.`,
      ],
      link: 'Ver mi página',
      foot: `Le escribe ${council} porque es miembro. Si ya renovó, no tiene que hacer nada.`,
    },
    en: {
      subject: `${program}: your term ends on ${day}`,
      lines: [
        `Your term in ${program} ends on ${day}: ${daysLeft === 1 ? '1 day is' : `${daysLeft} days are`} left.`,
        missing === 0
          ? 'You have all the points you need. Check on your page whether anything else is missing, and request your renewal.'
          : `At least ${missing} ${unit} are still missing. Your page says what is missing and how to report activities.`,
      ],
      link: 'See my page',
      foot: `${council} writes to you because you are a member. If you have renewed, there is nothing to do.`,
    },
  };
  return toMail(to, sender, letters[language], language);
}

export function requestDecidedMail(
  sender: Sender,
  to: string,
  { isApproved, reason }: { isApproved: boolean; reason: string | undefined },
  language: Language,
): Mail {
  const { council } = sender;
  const why = reason === undefined ? [] : [reason];
  const letters: Record<Language, Letter> = {
    es: {
      subject: isApproved ? `${council} corrigió sus datos` : `${council} no cambió sus datos`,
      lines: [
        isApproved
          ? 'La corrección de datos que pidió quedó hecha.'
          : 'La corrección de datos que pidió no se aceptó.',
        ...why,
      ],
      link: 'Ver mi página',
      foot: `Le escribe ${council} porque usted pidió una corrección.`,
    },
    en: {
      subject: isApproved ? `${council} corrected your data` : `${council} did not change your data`,
      lines: [
        isApproved
          ? 'The correction that you asked for was made.'
          : 'The correction that you asked for was not accepted.',
        ...why,
      ],
      link: 'See my page',
      foot: `${council} writes to you because you asked for a correction.`,
    },
  };
  return toMail(to, sender, letters[language], language);
}
