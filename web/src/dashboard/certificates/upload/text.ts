import { defineText } from '../../../i18n/use-text.ts';

export const UPLOAD_TEXT = defineText({
  en: {
    list: 'Your uploads',
    summary: (done: string, all: string) => `${done} of ${all} done`,
    clear: 'Clear list',
    show: 'Show',
    failed: (count: number) =>
      count === 1 ? 'One file could not be certified.' : `${count} files could not be certified.`,
    steps: { upload: 'Upload', stamp: 'Time stamp' },
    phases: {
      waiting: 'Queued',
      uploading: 'Uploading',
      paused: 'Many files at once: this one will be sent within a minute',
      stamping: 'Getting time stamp',
    },
    done: 'Certified',
    doneTest: 'Certified in test mode',
    cancelled: 'Canceled. Nothing was certified.',
    cancel: (name: string) => `Cancel ${name}`,
    remove: (name: string) => `Remove ${name} from the list`,
    retry: 'Try again',
    see: 'View certificate',
    open: 'Public page',
    newTab: '(opens in a new tab)',
    unreadable: 'Your browser couldn’t read this file. Choose it again.',
  },
  es: {
    list: 'Sus archivos',
    summary: (done, all) => `${done} de ${all} listos`,
    clear: 'Limpiar lista',
    show: 'Ver',
    failed: (count) =>
      count === 1 ? 'Un archivo no se pudo certificar.' : `${count} archivos no se pudieron certificar.`,
    steps: { upload: 'Envío', stamp: 'Sello de tiempo' },
    phases: {
      waiting: 'En cola',
      uploading: 'Enviando',
      paused: 'Son muchos archivos a la vez: este se enviará en menos de un minuto',
      stamping: 'Obteniendo el sello de tiempo',
    },
    done: 'Certificado',
    doneTest: 'Certificado en modo de prueba',
    cancelled: 'Cancelado. No se certificó nada.',
    cancel: (name) => `Cancelar ${name}`,
    remove: (name) => `Quitar ${name} de la lista`,
    retry: 'Reintentar',
    see: 'Ver certificado',
    open: 'Página pública',
    newTab: '(se abre en otra pestaña)',
    unreadable: 'Su navegador no pudo leer este archivo. Elíjalo de nuevo.',
  },
});
