/** The README of a member's export, in Spanish and English. */

import type { Text } from '../../../kernel/errors.ts';
import { MEMBER_FILES, OTHER_FILES } from './member-tables.ts';

type About = { id: string; memberNumber: string; madeAt: Date };

export function memberReadme(about: About): string {
  return `${[...page(about, 'es'), '', '-'.repeat(70), '', ...page(about, 'en')].join('\n')}\n`;
}

function page({ id, memberNumber, madeAt }: About, language: keyof Text): string[] {
  const { title, head, files, notShown } = WORDS[language];
  return [
    title,
    '',
    ...head(memberNumber, id, madeAt.toISOString()),
    '',
    ...[...MEMBER_FILES, ...OTHER_FILES].map(
      ({ file, what }) => `${`${file}.json`.padEnd(20)}${what[language]}`,
    ),
    `${'files/'.padEnd(20)}${files}`,
    '',
    ...notShown,
  ];
}

const WORDS = {
  es: {
    title: 'TODO LO QUE SE TIENE DE USTED',
    head: (number: string, id: string, at: string) => [
      `Miembro:    ${number} (${id})`,
      `Hecho el:   ${at}`,
      '',
      'Cada archivo .json es una lista; está vacía si no hay nada. Las horas son UTC.',
    ],
    files:
      'Los archivos de esos certificados que aún se conservan, cada uno en la carpeta de su certificado.',
    notShown: [
      'No se incluye:',
      '- nada de otras personas: un archivo que también es evidencia de otro miembro, como una lista de',
      '  asistencia, se nombra en awards.json o terms.json y no se entrega; una fila rechazada que solo tiene su',
      '  nombre puede ser de un homónimo;',
      '- secretos: los resúmenes de códigos, enlaces y sesiones, que solo sirven para entrar;',
      '- copias de lo mismo, para búsquedas o para programas del consejo, que se borran solas;',
      '- los respaldos del servicio, que conserva su operador.',
    ],
  },
  en: {
    title: 'ALL THAT IS HELD OF YOU',
    head: (number: string, id: string, at: string) => [
      `Member:     ${number} (${id})`,
      `Made at:    ${at}`,
      '',
      'Each .json file is a list, empty if there is nothing. Times are UTC.',
    ],
    files: 'The files of those certificates that are still kept, each in the folder of its certificate.',
    notShown: [
      'Not included:',
      '- anything of other people: a file that is evidence of another member too, such as a list of those who',
      '  were there, is named in awards.json or terms.json and not handed out; a rejected row that has only your',
      '  name may be of a namesake;',
      '- secrets: hashes of codes, links and sessions, which serve only to enter;',
      '- copies of the same, for searches or for programs of the council, which are deleted by themselves;',
      '- backups of the service, which its operator keeps.',
    ],
  },
};
