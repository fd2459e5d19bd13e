/** The mails to the people of an organiser, in both languages. */

import type { Language } from '../../http/language.ts';
import type { Mail } from '../../people/mail/ports.ts';
import { type Letter, type Sender, toMail } from '../own-page/mail/letter.ts';

export function deskCodeMail(sender: Sender, to: string, code: string, language: Language): Mail {
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `${code} es su código del portal de organizadores de ${council}`,
      lines: [
        `Alguien pidió entrar al portal de organizadores de ${council}. Si fue usted, escriba este código:`,
        'Sirve durante 10 minutos, una sola vez y en el navegador en el que lo pidió.',
      ],
      big: code,
      foot: 'Si no fue usted, no haga nada y no dé el código a nadie: sin él no se entra. El consejo nunca se lo pedirá.',
    },
    en: {
      subject: `${code} is your code for the organisers’ desk of ${council}`,
      lines: [
        `Somebody asked to enter the organisers’ desk of ${council}. If it was you, type this code:`,
        'It works once, for 10 minutes, in the browser in which you asked for it.',
      ],
      big: code,
      foot: 'If it was not you, do nothing and share the code with nobody: without it nobody can enter. The council will never ask you for it.',
    },
  };
  return toMail(to, sender, letters[language], language);
}

export function invitationMail(sender: Sender, to: string, organizer: string, language: Language): Mail {
  const { council } = sender;
  const letters: Record<Language, Letter> = {
    es: {
      subject: `${council}: el portal de ${organizer}`,
      lines: [
        `${council} abrió un portal para ${organizer}. Ahí usted propone cursos, envía las listas de asistentes de los que tengan aval y ve qué pasó con cada fila.`,
        'No hace falta contraseña: escriba este correo y le enviamos un código.',
      ],
      link: 'Entrar al portal',
      foot: `Le escribe ${council} porque registró este correo para ${organizer}. Si no sabe de qué se trata, no haga nada.`,
    },
    en: {
      subject: `${council}: the desk of ${organizer}`,
      lines: [
        `${council} opened a desk for ${organizer}. There you propose courses, send the rosters of those that are accredited, and see what became of each row.`,
        'You need no password: type this address, and a code is mailed to you.',
      ],
      link: 'Go to the desk',
      foot: `${council} writes to you because it registered this address for ${organizer}. If you do not know what this is about, there is nothing to do.`,
    },
  };
  return toMail(to, sender, letters[language], language);
}
