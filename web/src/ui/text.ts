import { defineText } from '../i18n/use-text.ts';

export const UI_TEXT = defineText({
  en: {
    actions: 'Actions',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    copyCode: 'Copy code',
    failed: 'Something went wrong',
    loading: 'Loading…',
    optional: 'optional',
    retry: 'Try again',
    showPassword: 'Show password',
    unknownError: 'An unexpected error occurred.',
  },
  es: {
    actions: 'Acciones',
    cancel: 'Cancelar',
    close: 'Cerrar',
    copy: 'Copiar',
    copied: 'Copiado',
    copyCode: 'Copiar código',
    failed: 'No se pudo completar',
    loading: 'Cargando…',
    optional: 'opcional',
    retry: 'Reintentar',
    showPassword: 'Mostrar contraseña',
    unknownError: 'Ocurrió un error inesperado.',
  },
});
