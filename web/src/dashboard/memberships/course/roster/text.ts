import { defineText } from '../../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Roster',
    note: 'Who attended the course. Every row is checked before anything is stored.',
    preview: 'Preview',
    who: 'Member',
    unknown: 'Not found',
    approve: 'Approve the awards at once',
    approveHint: 'Otherwise they wait in the queue of awards.',
    diplomas: 'Make a diploma for each award',
    diplomasHint: (count: string, left: string) =>
      `It uses ${count} of the ${left} certificates that you have left.`,
    diplomasWait: (left: string, waiting: string) =>
      `You have ${left} certificates left. ${waiting} diplomas have to wait, and will be made as soon as you have more.`,
    diplomasAllWait:
      'You have no certificates left. The diplomas have to wait, and will be made as soon as you have more.',
    diplomasTest: 'In test mode diplomas are free and have no legal value.',
    diplomasLater: 'They are made when the awards are approved.',
    allOrNothing: 'Store nothing if any row has a problem',
    submit: (count: number, shown: string) => (count === 1 ? 'Post 1 award' : `Post ${shown} awards`),
    nothingToDo: 'No row would make an award.',
    rejectedStay: (count: string) => `${count} rows with problems are left out.`,
    done: (created: string, duplicate: string) => `${created} awards made, ${duplicate} were there already.`,
    storedNothing: 'Nothing was stored, because a row has a problem.',
    rejected: (count: string) => `${count} rows were left out.`,
    nobody: (count: number, shown: string) =>
      count === 1
        ? 'No award was made: the only row has a problem.'
        : `No award was made: all ${shown} rows have a problem.`,
    again: 'Drop another roster',
    progress: 'Diplomas being made',
    progressDone: (made: string, total: string) => `${made} of ${total}`,
    failed: (count: string) =>
      `${count} diplomas could not be made; ask for them again in the list of awards.`,
    waiting: (count: string) =>
      `${count} diplomas wait because your account has no certificates left. They are made by themselves as soon as you have more.`,
    allMade: 'All diplomas are certified.',
    columns: {
      member_number: 'How the member is found; or one of the next four',
      professional_license: 'Number of the professional license',
      curp: 'CURP',
      email: 'Email',
      member_id: 'Id of the member',
      role: 'attendee if left empty',
      completed_on: 'The last day of the course if left empty',
      attendance_percent: '0 to 100',
      score: 'With a decimal point',
      hours: 'Those of the course if left empty',
      points: 'Fewer than the course gives',
      external_id: 'Your own id',
    },
  },
  es: {
    title: 'Lista de asistencia',
    note: 'Quiénes estuvieron en el curso. Cada fila se revisa antes de guardar nada.',
    preview: 'Vista previa',
    who: 'Miembro',
    unknown: 'No se encontró',
    approve: 'Aprobar las acreditaciones de una vez',
    approveHint: 'Si no, esperan su decisión en Acreditaciones.',
    diplomas: 'Hacer un diploma por cada acreditación',
    diplomasHint: (count, left) => `Usa ${count} de los ${left} certificados que le quedan.`,
    diplomasWait: (left, waiting) =>
      `Le quedan ${left} certificados. Esperarán ${waiting} diplomas, que se hacen en cuanto tenga más.`,
    diplomasAllWait: 'No le quedan certificados. Los diplomas esperarán y se hacen en cuanto tenga más.',
    diplomasTest: 'En modo de prueba los diplomas son gratuitos y no tienen valor legal.',
    diplomasLater: 'Se hacen cuando se aprueben las acreditaciones.',
    allOrNothing: 'No guardar nada si alguna fila tiene un problema',
    submit: (count, shown) =>
      count === 1 ? 'Registrar 1 acreditación' : `Registrar ${shown} acreditaciones`,
    nothingToDo: 'Ninguna fila haría una acreditación.',
    rejectedStay: (count) => `${count} filas con problemas quedan fuera.`,
    done: (created, duplicate) => `${created} acreditaciones hechas, ${duplicate} ya existían.`,
    storedNothing: 'No se guardó nada porque una fila tiene un problema.',
    rejected: (count) => `${count} filas quedaron fuera.`,
    nobody: (count, shown) =>
      count === 1
        ? 'No se registró ninguna acreditación: la única fila tiene un problema.'
        : `No se registró ninguna acreditación: las ${shown} filas tienen un problema.`,
    again: 'Soltar otra lista',
    progress: 'Diplomas en preparación',
    progressDone: (made, total) => `${made} de ${total}`,
    failed: (count) =>
      `${count} diplomas no se pudieron hacer; pídalos de nuevo en la lista de acreditaciones.`,
    waiting: (count) =>
      `${count} diplomas esperan porque a su cuenta no le quedan certificados. Se hacen solos en cuanto tenga más.`,
    allMade: 'Todos los diplomas están certificados.',
    columns: {
      member_number: 'Identifica al miembro; también sirve uno de los cuatro siguientes',
      professional_license: 'Número de cédula profesional',
      curp: 'CURP',
      email: 'Correo electrónico',
      member_id: 'Id del miembro',
      role: 'attendee si se deja vacío',
      completed_on: 'El último día del curso si se deja vacío',
      attendance_percent: 'De 0 a 100',
      score: 'Con punto decimal',
      hours: 'Las del curso si se deja vacío',
      points: 'Menos de los que da el curso',
      external_id: 'Su propio identificador',
    },
  },
});
