/** The words of draws: reviews for which the member was drawn, and how the member checks a draw. */

import { defineText } from '../i18n/use-text.ts';

export const REVIEWS = defineText({
  en: {
    title: (name: string) => `Review: ${name}`,
    open: (until: string) => `You were drawn for a review. Send your evidence by ${until}.`,
    sentOpen: (until: string) =>
      `Your evidence has arrived and waits for the council. You can add to it until ${until}.`,
    over: (until: string) =>
      `The last day for evidence was ${until}. Ask your council if you need more time.`,
    decided: {
      passed: 'Your council has decided: you passed the review.',
      failed: 'Your council has decided: you did not pass the review.',
      excused: 'Your council has excused you from this review.',
      cancelled: 'The draw was cancelled, so there is nothing left for you to do.',
    },
    reason: (reason: string) => `Reason: ${reason}`,
    period: (program: string, from: string, to: string) => `${program}, ${from} to ${to}`,
    asked: 'What your council asks for',
    sent: 'What you have sent',
    left: (left: number, most: number) => `${left} of ${most} files can still be sent for this review.`,
    choose: 'Choose files',
    chooseHint: 'PDFs or photos, up to 15 MB each.',
    chosen: 'Chosen',
    drop: (name: string) => `Do not send ${name}`,
    note: 'Note for the council',
    send: (count: number) => (count === 1 ? 'Send 1 file' : `Send ${count} files`),
    needFile: 'Choose the files first.',
    tooMany: (most: number) => `You can send ${most === 1 ? '1 more file' : `${most} more files`}.`,
    used: (on: string) => `You have sent all files of this month. You can send more from ${on}.`,
    failed: (name: string, why: string) => `${name}: ${why}`,
  },
  es: {
    title: (name) => `Revisión: ${name}`,
    open: (until) => `Usted salió en un sorteo de verificación. Envíe su evidencia a más tardar el ${until}.`,
    sentOpen: (until) =>
      `Su evidencia llegó y espera la decisión del consejo. Puede agregar más hasta el ${until}.`,
    over: (until) =>
      `El último día para enviar evidencia fue el ${until}. Si necesita más tiempo, pídalo a su consejo.`,
    decided: {
      passed: 'Su consejo decidió: aprobó la revisión.',
      failed: 'Su consejo decidió: no aprobó la revisión.',
      excused: 'Su consejo lo dispensó de esta revisión.',
      cancelled: 'El sorteo se canceló; ya no tiene que hacer nada.',
    },
    reason: (reason) => `Motivo: ${reason}`,
    period: (program, from, to) => `${program}, del ${from} al ${to}`,
    asked: 'Lo que pide su consejo',
    sent: 'Lo que ha enviado',
    left: (left, most) =>
      left === 1
        ? `Todavía puede enviar 1 de ${most} archivos para esta revisión.`
        : `Todavía puede enviar ${left} de ${most} archivos para esta revisión.`,
    choose: 'Elegir archivos',
    chooseHint: 'PDF o fotos, de hasta 15 MB cada uno.',
    chosen: 'Elegidos',
    drop: (name) => `No enviar ${name}`,
    note: 'Nota para el consejo',
    send: (count) => (count === 1 ? 'Enviar 1 archivo' : `Enviar ${count} archivos`),
    needFile: 'Elija primero los archivos.',
    tooMany: (most) => `Puede enviar ${most === 1 ? '1 archivo más' : `${most} archivos más`}.`,
    used: (on) => `Ya envió todos los archivos de este mes. A partir del ${on} puede enviar más.`,
    failed: (name, why) => `${name}: ${why}`,
  },
});

export const DRAWS = defineText({
  en: {
    title: 'Draws',
    how: 'Your council reviews some of its members. A draw decides whom; the council does not choose. You could be drawn in these:',
    drawn: 'you were drawn',
    notDrawn: 'you were not drawn',
    status: { sealing: 'being sealed', sealed: 'not drawn yet', cancelled: 'cancelled' },
    page: 'Its public page',
    check: 'How you find yourself in the list',
    checkHow:
      'The sealed list has no names. Yours is this entry: SHA-256 of the bytes of the salt, followed by the text of the id. Only you and your council know the salt.',
    entry: 'Entry in the list',
    salt: 'Salt',
    id: 'Id of your membership',
  },
  es: {
    title: 'Sorteos de verificación',
    how: 'Su consejo revisa a algunos de sus miembros. Lo decide un sorteo; el consejo no elige. Usted podía salir en estos:',
    drawn: 'salió',
    notDrawn: 'no salió',
    status: { sealing: 'sellándose', sealed: 'aún no se sortea', cancelled: 'cancelado' },
    page: 'Su página pública',
    check: 'Cómo se encuentra en la lista',
    checkHow:
      'La lista sellada no tiene nombres. La suya es esta entrada: el SHA-256 de los bytes de la sal, seguidos del texto del id. Solo usted y su consejo conocen la sal.',
    entry: 'Entrada en la lista',
    salt: 'Sal',
    id: 'Id de su membresía',
  },
});
