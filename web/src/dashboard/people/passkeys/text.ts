import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Passkeys',
    note: 'Log in with your fingerprint, your face or your device’s PIN, without a password. A passkey works only on this site, so nobody can trick you out of it.',
    none: 'You have no passkeys yet.',
    list: 'Your passkeys',
    add: 'Add a passkey',
    addTitle: 'Add a passkey',
    addIntro: 'Your browser will ask where to keep it: on this device, on your phone or on a security key.',
    addSubmit: 'Continue',
    name: 'Name',
    nameHint: 'So that you recognize it later.',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    added: 'Passkey added.',
    created: (when: string) => `Added on ${when}`,
    used: (when: string) => `Last used ${when}`,
    unused: 'Not used yet',
    backedUp: 'Synced',
    backedUpHint: 'Your other devices have it too.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove “${name}”`,
    removeIntro: 'You won’t be able to log in with it anymore. Delete it from your device as well.',
    removeLast:
      'This is your last second factor: your password alone will be enough to log in, and your recovery codes will stop working.',
    removeSubmit: 'Remove',
    removed: 'Passkey removed.',
    full: 'You have 20 passkeys, which is the most possible. Remove one to add another.',
    logIn: 'Log in with a passkey',
    or: 'or',
    useInstead: 'Use a passkey',
    reasons: {
      ip_address:
        'Passkeys aren’t available: this service is reached by an IP address, and browsers need a host name for them. The operator can set one.',
      no_https:
        'Passkeys aren’t available: this service is reached without https, and browsers need it for them. The operator can set it up.',
      elsewhere: (address: string) => `Passkeys work only at ${address}.`,
      no_browser: 'This browser doesn’t support passkeys, or blocks them on this page.',
    },
    failures: {
      cancelled: 'No passkey was used: it was cancelled, took too long, or there is none here for this site.',
      known: 'This device already has a passkey of your account.',
      unable: 'Your device couldn’t do it. Try another device, or a newer browser.',
    },
  },
  es: {
    title: 'Llaves de acceso',
    note: 'Inicie sesión con su huella, su rostro o el PIN de su dispositivo, sin contraseña. Una llave de acceso solo funciona en este sitio, así que nadie puede quitársela con engaños.',
    none: 'Aún no tiene llaves de acceso.',
    list: 'Sus llaves de acceso',
    add: 'Agregar una llave de acceso',
    addTitle: 'Agregar una llave de acceso',
    addIntro:
      'Su navegador le preguntará dónde guardarla: en este dispositivo, en su teléfono o en una llave de seguridad.',
    addSubmit: 'Continuar',
    name: 'Nombre',
    nameHint: 'Para que la reconozca después.',
    device: (browser, system) => `${browser} en ${system}`,
    added: 'Llave de acceso agregada.',
    created: (when) => `Agregada el ${when}`,
    used: (when) => `Último uso: ${when}`,
    unused: 'Aún sin usar',
    backedUp: 'Sincronizada',
    backedUpHint: 'Sus otros dispositivos también la tienen.',
    remove: 'Quitar',
    removeOf: (name) => `Quitar ${name}`,
    removeTitle: (name) => `Quitar «${name}»`,
    removeIntro: 'Ya no podrá iniciar sesión con ella. Bórrela también de su dispositivo.',
    removeLast:
      'Es su último segundo factor: bastará su contraseña para iniciar sesión y sus códigos de recuperación dejarán de funcionar.',
    removeSubmit: 'Quitar',
    removed: 'Llave de acceso quitada.',
    full: 'Tiene 20 llaves de acceso, el máximo posible. Quite una para agregar otra.',
    logIn: 'Entrar con una llave de acceso',
    or: 'o',
    useInstead: 'Usar una llave de acceso',
    reasons: {
      ip_address:
        'No hay llaves de acceso: a este servicio se llega por una dirección IP y los navegadores requieren un nombre de dominio. El operador puede configurarlo.',
      no_https:
        'No hay llaves de acceso: a este servicio se llega sin https y los navegadores lo requieren. El operador puede configurarlo.',
      elsewhere: (address) => `Las llaves de acceso solo funcionan en ${address}.`,
      no_browser: 'Este navegador no admite llaves de acceso o las bloquea en esta página.',
    },
    failures: {
      cancelled:
        'No se usó ninguna llave de acceso: se canceló, tardó demasiado o aquí no hay ninguna para este sitio.',
      known: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
      unable: 'Su dispositivo no pudo hacerlo. Pruebe con otro o con un navegador más reciente.',
    },
  },
});
