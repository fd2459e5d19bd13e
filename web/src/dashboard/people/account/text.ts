import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Account',
    intro:
      'What holds for everybody in this account. Your name, language and password are in your own settings.',
    name: {
      title: 'General',
      name: 'Name of the account',
      timeZone: 'Time zone',
      timeZoneHint: (now: string) => `For days and months of the account. Current time: ${now}`,
      save: 'Save',
      saved: 'Saved.',
    },
    identity: { title: 'Account', id: 'Account ID', copyId: 'Copy account ID', since: 'Created' },
    retention: {
      title: 'Original files',
      forever: 'Original files of live certificates are kept without end.',
      forDays: (days: number) => `Original files are erased ${days} days after they were certified.`,
      note: 'Certificates, proofs and public pages stay in any case. Files of test mode may be erased earlier.',
      change: 'Change',
      changeTitle: 'How long to keep original files',
      howLong: 'Keep them',
      choices: {
        forever: 'Without end',
        '30': '30 days',
        '90': '90 days',
        '365': '1 year',
        '1825': '5 years',
        other: 'Another number of days',
      },
      days: 'Days',
      warning:
        'Files that are older than this are erased within minutes and cannot be recovered. Download what you still need first.',
      submit: 'Save',
      done: 'Saved.',
    },
    deletion: {
      title: 'Delete account',
      intro: 'You can request that your account be deleted. Here’s what that means:',
      points: [
        'The operator of this service closes the account manually. Until then everything keeps working, and you can change your mind.',
        'When it’s closed, your name, email address, password, two-factor authentication and sessions are erased. Your API keys are revoked.',
        'Your certificates, the files of live ones and their public pages stay, so that people who rely on them can still verify them. So do the entries in the public log and the blockchain, which are never removed.',
        'The audit log stays too, without your name.',
        'Any certificates left in your allowance are lost.',
      ],
      ask: 'Request deletion',
      askTitle: 'Request account deletion',
      askIntro: (email: string) =>
        `The operator will close the account ${email}. Download anything you still need before then.`,
      submit: 'Request deletion',
      asked: 'Deletion requested.',
      pending: (when: string) =>
        `You requested deletion on ${when}. The operator hasn’t closed the account yet; everything still works.`,
      cancel: 'Keep my account',
      cancelled: 'Request withdrawn. Your account stays open.',
    },
  },
  es: {
    title: 'Cuenta',
    intro:
      'Lo que vale para todas las personas de esta cuenta. Su nombre, idioma y contraseña están en su propia configuración.',
    name: {
      title: 'General',
      name: 'Nombre de la cuenta',
      timeZone: 'Zona horaria',
      timeZoneHint: (now: string) => `Para los días y meses de la cuenta. Hora actual: ${now}`,
      save: 'Guardar',
      saved: 'Guardado.',
    },
    identity: {
      title: 'Cuenta',
      id: 'ID de la cuenta',
      copyId: 'Copiar el ID de la cuenta',
      since: 'Creada el',
    },
    retention: {
      title: 'Archivos originales',
      forever: 'Los archivos originales de los certificados reales se guardan sin límite de tiempo.',
      forDays: (days) => `Los archivos originales se borran ${days} días después de certificarse.`,
      note: 'Los certificados, las pruebas y las páginas públicas permanecen en todo caso. Los archivos del modo de prueba pueden borrarse antes.',
      change: 'Cambiar',
      changeTitle: 'Cuánto tiempo guardar los archivos originales',
      howLong: 'Guardarlos',
      choices: {
        forever: 'Sin límite',
        '30': '30 días',
        '90': '90 días',
        '365': '1 año',
        '1825': '5 años',
        other: 'Otro número de días',
      },
      days: 'Días',
      warning:
        'Los archivos más antiguos se borran en minutos y no podrán recuperarse. Descargue antes lo que aún necesite.',
      submit: 'Guardar',
      done: 'Guardado.',
    },
    deletion: {
      title: 'Eliminar cuenta',
      intro: 'Puede solicitar que se elimine su cuenta. Esto es lo que significa:',
      points: [
        'El operador de este servicio cierra la cuenta manualmente. Hasta entonces todo sigue funcionando y usted puede cambiar de opinión.',
        'Al cerrarla se borran su nombre, su correo electrónico, su contraseña, su verificación en dos pasos y sus sesiones. Sus claves de API se revocan.',
        'Sus certificados, los archivos de los reales y sus páginas públicas permanecen, para que quien confía en ellos pueda seguir verificándolos. También las entradas del registro público y de la cadena de bloques, que no se retiran.',
        'La bitácora de su cuenta también permanece, sin su nombre.',
        'Los certificados que queden en su saldo se pierden.',
      ],
      ask: 'Solicitar eliminación',
      askTitle: 'Solicitar la eliminación de su cuenta',
      askIntro: (email) => `El operador cerrará la cuenta ${email}. Descargue antes lo que aún necesite.`,
      submit: 'Solicitar eliminación',
      asked: 'Eliminación solicitada.',
      pending: (when) =>
        `Solicitó la eliminación el ${when}. El operador aún no ha cerrado la cuenta; todo sigue funcionando.`,
      cancel: 'Conservar mi cuenta',
      cancelled: 'Solicitud retirada. Su cuenta sigue abierta.',
    },
  },
});
