import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    offer:
      'To look around first, fill test mode with a council that does not exist: 500 members, 40 courses.',
    create: 'Create a demo council',
    goOn: 'Finish the demo council',
    unfinished: 'The demo council was not finished. What is there already stays, and the rest follows.',
    toTest: 'Try it with a demo council',
    fourEyes: 'Four eyes are required here: one person cannot fill a demo council alone.',
    keepOpen: 'Keep this page open: it takes about a minute.',
    steps: {
      program: 'The program and its rules',
      members: 'Members and their memberships',
      activities: 'Activities that members reported',
      renewals: 'Renewals',
    },
    course: (number: number, of: number) => `Course ${number} of ${of}`,
    done: (members: string, courses: string, awards: string) =>
      `The demo council is there: ${members} members, ${courses} courses, ${awards} awards.`,
    madeBefore: 'This account has the demo council already. Nothing was changed.',
    taken: (problem: string) => `Test mode has other members with the same identifiers. ${problem}`,
  },
  es: {
    offer: 'Para explorar antes, llene el modo de prueba con un consejo ficticio: 500 miembros y 40 cursos.',
    create: 'Crear un consejo de demostración',
    goOn: 'Terminar el consejo de demostración',
    unfinished: 'El consejo de demostración quedó a medias. Lo que ya está se queda, y sigue lo que falta.',
    toTest: 'Probar con un consejo de demostración',
    fourEyes: 'Aquí se exigen cuatro ojos: una sola persona no puede llenar un consejo de demostración.',
    keepOpen: 'Deje abierta esta página: tarda cerca de un minuto.',
    steps: {
      program: 'El programa y sus reglas',
      members: 'Los miembros y sus membresías',
      activities: 'Actividades que reportaron los miembros',
      renewals: 'Renovaciones',
    },
    course: (number, of) => `Curso ${number} de ${of}`,
    done: (members, courses, awards) =>
      `Listo el consejo de demostración: ${members} miembros, ${courses} cursos y ${awards} acreditaciones.`,
    madeBefore: 'Esta cuenta ya tiene el consejo de demostración. No se cambió nada.',
    taken: (problem) =>
      `El modo de prueba ya tiene otros miembros con los mismos identificadores. ${problem}`,
  },
});
