import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Course',
    back: 'Courses',
    notFoundTitle: 'No such course',
    notFound: 'There is no course at this address in this mode.',
    change: {
      open: 'Edit',
      title: 'Edit the course',
      submit: 'Save',
      fixed: 'Points, days and hours were fixed when the course was accredited.',
      done: 'The course was changed.',
    },
    diplomas: {
      title: 'Diplomas',
      made: (count: number, shown: string) =>
        count === 1 ? '1 diploma is certified.' : `${shown} diplomas are certified.`,
      waiting: (count: number, shown: string) =>
        count === 1
          ? '1 diploma still waits and will not be in the file, which says why.'
          : `${shown} diplomas still wait and will not be in the file, which says why.`,
      failed: (count: number, shown: string) =>
        count === 1
          ? '1 diploma could not be made; ask for it again in the list of awards.'
          : `${shown} diplomas could not be made; ask for them again in the list of awards.`,
      download: 'Download all as a ZIP',
      mail: 'Mail to the members',
      mailTitle: 'Mail the diplomas to their members?',
      mailHow:
        'Each certified diploma goes to the email of its member, as a PDF, once. Whoever was mailed theirs already gets no other.',
      mailAsked: 'The diplomas are being mailed.',
      mailing: 'Diplomas mailed',
      mailed: (done: string, all: string) => `${done} of ${all}`,
      noAddress: (count: number, shown: string) =>
        count === 1
          ? '1 member has no email on file or is not active.'
          : `${shown} members have no email on file or are not active.`,
    },
    accredit: 'Accredit',
    refuse: 'Refuse',
    close: 'Close the course',
    cancel: 'Cancel course',
    facts: 'Facts',
    organizer: 'Organiser with a desk',
    provider: 'Provider',
    contact: 'Contact',
    days: 'Days',
    modality: 'Modality',
    place: 'Place',
    hours: 'Hours',
    folio: 'Folio',
    accreditedOn: 'Accredited on',
    validUntil: 'Accepts completion until',
    claimUntil: 'Awards may be posted until',
    capacity: 'Places',
    attendance: 'Minimum attendance',
    score: 'Minimum score',
    refusedFor: 'Refused because',
    code: 'Code',
    points: 'Points',
    noPoints: 'No points yet: add at least one line before accrediting it.',
    pointsCaption: 'Points by role',
    role: 'Role',
    program: 'Program',
    category: 'Category',
    amount: 'Points',
    decide: {
      accreditTitle: 'Accredit this course?',
      accreditIntro: (title: string) =>
        `“${title}” gets a folio, and its points, days and hours are fixed: later they cannot be changed.`,
      folio: 'Folio',
      folioHint: 'Defaults to the year’s next folio.',
      validUntil: 'Accept completion until',
      validHint: 'No limit if left empty.',
      accredited: (folio: string) => `Accredited with the folio ${folio}.`,
      refuseTitle: 'Refuse this course?',
      refuseIntro:
        'The person who proposed it is told the reason. A refused course cannot be accredited later; it has to be proposed again.',
      refused: 'The course was refused.',
      closeTitle: 'Close this course?',
      closeIntro:
        'It takes no more awards, and a closed course cannot be opened again. Those it has stay as they are.',
      closed: 'The course was closed.',
      cancelTitle: 'Cancel this course?',
      cancelIntro: 'It takes no awards, and a cancelled course cannot be brought back.',
      cancelled: 'The course was cancelled.',
    },
    rosters: 'Posted rosters',
    noRosters: 'No roster has been posted yet.',
    rosterRow: (rows: string, created: string, duplicate: string, rejected: string) =>
      `${rows} rows: ${created} new, ${duplicate} already there, ${rejected} with problems`,
    revokeRoster: 'Revoke roster',
    revokeTitle: 'Revoke this whole roster?',
    revokeIntro:
      'All its approved awards are revoked and the pending ones withdrawn. Their diplomas stay certified, and their pages say that they were revoked. An award can be given again with a new roster.',
    revoked: (revoked: string, withdrawn: string) => `${revoked} awards revoked, ${withdrawn} withdrawn.`,
  },
  es: {
    title: 'Curso',
    back: 'Cursos',
    notFoundTitle: 'No existe ese curso',
    notFound: 'No hay ningún curso en esta dirección en este modo.',
    change: {
      open: 'Editar',
      title: 'Editar el curso',
      submit: 'Guardar',
      fixed: 'Los puntos, los días y las horas quedaron fijos al avalar el curso.',
      done: 'El curso quedó modificado.',
    },
    diplomas: {
      title: 'Diplomas',
      made: (count, shown) =>
        count === 1 ? '1 diploma está certificado.' : `${shown} diplomas están certificados.`,
      waiting: (count, shown) =>
        count === 1
          ? '1 diploma todavía espera y no irá en el archivo, que dice por qué.'
          : `${shown} diplomas todavía esperan y no irán en el archivo, que dice por qué.`,
      failed: (count, shown) =>
        count === 1
          ? '1 diploma no se pudo hacer; pídalo de nuevo en la lista de acreditaciones.'
          : `${shown} diplomas no se pudieron hacer; pídalos de nuevo en la lista de acreditaciones.`,
      download: 'Descargar todos en un ZIP',
      mail: 'Enviar a los miembros',
      mailTitle: '¿Enviar los diplomas a sus miembros?',
      mailHow:
        'Cada diploma certificado va al correo de su miembro, en PDF y una sola vez. Quien ya recibió el suyo no recibe otro.',
      mailAsked: 'Los diplomas se están enviando.',
      mailing: 'Diplomas enviados',
      mailed: (done, all) => `${done} de ${all}`,
      noAddress: (count, shown) =>
        count === 1
          ? '1 miembro no tiene correo registrado o no está activo.'
          : `${shown} miembros no tienen correo registrado o no están activos.`,
    },
    accredit: 'Avalar',
    refuse: 'Rechazar',
    close: 'Cerrar el curso',
    cancel: 'Cancelar el curso',
    facts: 'Datos',
    organizer: 'Organizador con portal',
    provider: 'Organizador',
    contact: 'Contacto',
    days: 'Días',
    modality: 'Modalidad',
    place: 'Lugar',
    hours: 'Horas',
    folio: 'Folio',
    accreditedOn: 'Avalado el',
    validUntil: 'Acepta conclusión hasta',
    claimUntil: 'Se pueden registrar puntos hasta el',
    capacity: 'Lugares',
    attendance: 'Asistencia mínima',
    score: 'Calificación mínima',
    refusedFor: 'Motivo del rechazo',
    code: 'Código',
    points: 'Puntos',
    noPoints: 'Aún sin puntos: agregue al menos una línea antes de avalarlo.',
    pointsCaption: 'Puntos por participación',
    role: 'Participación',
    program: 'Programa',
    category: 'Categoría',
    amount: 'Puntos',
    decide: {
      accreditTitle: '¿Avalar este curso?',
      accreditIntro: (title) =>
        `“${title}” recibe un folio y quedan fijos sus puntos, días y horas: después no se pueden cambiar.`,
      folio: 'Folio',
      folioHint: 'El siguiente del año si lo deja vacío.',
      validUntil: 'Aceptar conclusión hasta',
      validHint: 'Sin límite si lo deja vacío.',
      accredited: (folio) => `Avalado con el folio ${folio}.`,
      refuseTitle: '¿Rechazar este curso?',
      refuseIntro:
        'Quien lo propuso sabrá el motivo. Un curso rechazado ya no se puede avalar; habría que proponerlo de nuevo.',
      refused: 'El curso fue rechazado.',
      closeTitle: '¿Cerrar este curso?',
      closeIntro:
        'Ya no recibe acreditaciones y un curso cerrado no se puede abrir otra vez. Las que tiene se quedan como están.',
      closed: 'El curso quedó cerrado.',
      cancelTitle: '¿Cancelar este curso?',
      cancelIntro: 'No recibe acreditaciones y un curso cancelado no se puede recuperar.',
      cancelled: 'El curso quedó cancelado.',
    },
    rosters: 'Listas registradas',
    noRosters: 'Aún no se registra ninguna lista.',
    rosterRow: (rows, created, duplicate, rejected) =>
      `${rows} filas: ${created} nuevas, ${duplicate} ya existían, ${rejected} con problemas`,
    revokeRoster: 'Revocar la lista',
    revokeTitle: '¿Revocar toda esta lista?',
    revokeIntro:
      'Se revocan todas sus acreditaciones aprobadas y se retiran las pendientes. Sus diplomas siguen certificados y sus páginas dicen que fueron revocados. Se pueden otorgar otra vez con una lista nueva.',
    revoked: (revoked, withdrawn) => `${revoked} acreditaciones revocadas, ${withdrawn} retiradas.`,
  },
});
