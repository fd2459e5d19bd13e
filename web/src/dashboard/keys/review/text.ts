import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Which keys should stop working?',
    intro:
      'Your password was reset. If somebody else had access to your account, they may have created API keys. The selected ones were created since your last confirmed login.',
    keys: 'Active keys',
    madeOn: (day: string) => `Created ${day}`,
    none: 'None of your keys is active.',
    revoke: (count: number) => (count === 1 ? 'Revoke 1 key' : `Revoke ${count} keys`),
    keepAll: 'Keep all keys',
  },
  es: {
    title: '¿Qué claves deben dejar de funcionar?',
    intro:
      'Su contraseña se restableció. Si alguien más tuvo acceso a su cuenta, pudo crear claves de API. Las seleccionadas se crearon después de su último acceso confirmado.',
    keys: 'Claves activas',
    madeOn: (day) => `Creada el ${day}`,
    none: 'Ninguna de sus claves está activa.',
    revoke: (count) => (count === 1 ? 'Revocar 1 clave' : `Revocar ${count} claves`),
    keepAll: 'Conservar todas',
  },
});
