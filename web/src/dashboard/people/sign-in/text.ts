import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    claim: 'Proof that your file existed, as it is, on that day.',
    points: [
      'A NOM-151 time stamp for every file',
      'A place in a public log that nobody can rewrite',
      'Checked by anyone, without us',
    ],
    email: 'E-mail',
    password: 'Password',
    name: 'Your name or company',
    login: {
      title: 'Log in',
      submit: 'Log in',
      forgotten: 'Forgotten password?',
      noAccount: 'No account yet?',
      signUp: 'Create one',
    },
    code: {
      title: 'Second factor',
      intro: 'Enter the six digits that your authenticator app shows, or one of your recovery codes.',
      label: 'Code',
      submit: 'Go on',
      back: 'Back',
    },
    signUp: {
      title: 'Create your account',
      submit: 'Create account',
      hasAccount: 'Already have an account?',
      logIn: 'Log in',
      closed: 'New accounts are made by the operator of this service.',
    },
    forgotten: {
      title: 'Forgotten password',
      intro: 'Tell us your e-mail. We send you a link with which you choose a new password.',
      submit: 'Send the link',
      sentTitle: 'Look into your mail',
      sent: (email: string) =>
        `If there is an account for ${email}, a link is on its way. It can be used once, within the hour.`,
      noMail:
        'This service sends no mail. Ask its operator, who can make a new password with “sello account reset-password”.',
      back: 'Back to the login',
    },
    reset: {
      title: 'Choose a new password',
      newPassword: 'New password',
      submit: 'Change password',
      doneTitle: 'Password changed',
      done: 'Every session was closed. Log in with the new password.',
      logIn: 'Log in',
      noToken: 'This link is not complete. Open it again from the mail, or ask for a new one.',
      again: 'Ask for a new link',
    },
  },
  es: {
    claim: 'La prueba de que su archivo existía, tal cual, ese día.',
    points: [
      'Un sello de tiempo NOM-151 para cada archivo',
      'Un lugar en un registro público que nadie puede reescribir',
      'Cualquiera lo comprueba, sin nosotros',
    ],
    email: 'Correo electrónico',
    password: 'Contraseña',
    name: 'Su nombre o empresa',
    login: {
      title: 'Iniciar sesión',
      submit: 'Entrar',
      forgotten: '¿Olvidó su contraseña?',
      noAccount: '¿Aún no tiene cuenta?',
      signUp: 'Crear una',
    },
    code: {
      title: 'Segundo factor',
      intro:
        'Escriba los seis dígitos que muestra su aplicación de autenticación, o un código de recuperación.',
      label: 'Código',
      submit: 'Continuar',
      back: 'Volver',
    },
    signUp: {
      title: 'Cree su cuenta',
      submit: 'Crear cuenta',
      hasAccount: '¿Ya tiene cuenta?',
      logIn: 'Inicie sesión',
      closed: 'Las cuentas nuevas las crea el operador de este servicio.',
    },
    forgotten: {
      title: 'Contraseña olvidada',
      intro: 'Díganos su correo. Le enviamos un enlace para elegir una contraseña nueva.',
      submit: 'Enviar el enlace',
      sentTitle: 'Revise su correo',
      sent: (email) =>
        `Si hay una cuenta para ${email}, el enlace va en camino. Sirve una sola vez, durante una hora.`,
      noMail:
        'Este servicio no envía correo. Pida ayuda a su operador, que puede hacer una contraseña nueva con «sello account reset-password».',
      back: 'Volver al inicio de sesión',
    },
    reset: {
      title: 'Elija una contraseña nueva',
      newPassword: 'Contraseña nueva',
      submit: 'Cambiar la contraseña',
      doneTitle: 'Contraseña cambiada',
      done: 'Se cerraron todas las sesiones. Entre con la contraseña nueva.',
      logIn: 'Iniciar sesión',
      noToken: 'Este enlace está incompleto. Ábralo de nuevo desde el correo, o pida otro.',
      again: 'Pedir otro enlace',
    },
  },
});
