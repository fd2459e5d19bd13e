import { defineText } from '../i18n/use-text.ts';

export const UI_TEXT = defineText({
  en: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    copyCode: 'Copy the sample',
    failed: 'That did not work',
    loading: 'Loading …',
    optional: 'optional',
    retry: 'Try again',
    showPassword: 'Show password',
    unknownError: 'Something unexpected happened.',
  },
  es: {
    cancel: 'Cancelar',
    close: 'Cerrar',
    copy: 'Copiar',
    copied: 'Copiado',
    copyCode: 'Copiar el ejemplo',
    failed: 'No se pudo completar',
    loading: 'Cargando …',
    optional: 'opcional',
    retry: 'Reintentar',
    showPassword: 'Mostrar la contraseña',
    unknownError: 'Ocurrió algo inesperado.',
  },
});
