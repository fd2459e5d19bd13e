import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    claims: {
      accredited: 'Proof that your file existed, exactly as it is, on that day.',
      notAccredited:
        'A time stamp for your file. The provider here is not accredited, so it has no legal value.',
      unknown: 'A time stamp for your file, and proofs that anyone can check.',
    },
    points: [
      'A time stamp for every file',
      'A place in a public log that anyone can check',
      'Anyone can verify it, without us',
    ],
    verify: 'Verify a file',
    docs: 'API and guides',
    home: 'Home page',
    email: 'Email',
    password: 'Password',
    name: 'Name or company',
    login: {
      title: 'Log in',
      submit: 'Log in',
      forgotten: 'Forgot your password?',
      noAccount: 'Don’t have an account?',
      signUp: 'Sign up',
    },
    code: {
      title: 'Two-factor authentication',
      intro:
        'Enter the 6-digit code from your authenticator app, or one of your recovery codes. A passkey will do too.',
      label: 'Code',
      submit: 'Continue',
      back: 'Back',
    },
    signUp: {
      nameShown: 'Public pages of what you certify show this name. You can change that under Account.',
      title: 'Create an account',
      submit: 'Create account',
      next: 'Continue',
      sentTitle: 'Check your email',
      sent: (email: string) =>
        `We’ve sent an email to ${email}. Open the link in it to choose your password. It expires in one day.`,
      waitsTitle: 'Your email is delayed',
      waits: (email: string) =>
        `Our mail server isn’t working right now. Your email to ${email} will go out as soon as it is. If nothing arrives within an hour, sign up again.`,
      hasAccount: 'Already have an account?',
      logIn: 'Log in',
      closed: 'Sign-up is closed. The operator of this service creates new accounts.',
    },
    confirm: {
      title: 'Choose your password',
      intro: 'Your email address is confirmed. Only your password is missing.',
      again: 'Sign up again',
    },
    forgotten: {
      title: 'Reset your password',
      intro: 'Enter your email and we’ll send you a link to choose a new password.',
      submit: 'Send link',
      sentTitle: 'Check your email',
      sent: (email: string) =>
        `If ${email} has an account, a link is on its way. It works once and expires in one hour.`,
      noMail:
        'This service doesn’t send email. Ask its operator to set a new password with “sello person reset-password”.',
      back: 'Back to login',
    },
    reset: {
      title: 'Choose a new password',
      newPassword: 'New password',
      submit: 'Change password',
      doneTitle: 'Password changed',
      done: 'You’ve been logged out everywhere. Log in with your new password.',
      logIn: 'Log in',
      noToken: 'This link is incomplete. Open it again from the email, or request a new one.',
      again: 'Request a new link',
    },
  },
  es: {
    claims: {
      accredited: 'La prueba de que su archivo existía, tal cual, ese día.',
      notAccredited:
        'Un sello de tiempo para su archivo. Aquí el prestador no está acreditado: sin valor legal.',
      unknown: 'Un sello de tiempo para su archivo, con pruebas que cualquiera puede revisar.',
    },
    points: [
      'Un sello de tiempo para cada archivo',
      'Un lugar en un registro público que cualquiera puede revisar',
      'Cualquiera puede comprobarlo, sin nosotros',
    ],
    verify: 'Verificar un archivo',
    docs: 'API y guías',
    home: 'Página de inicio',
    email: 'Correo electrónico',
    password: 'Contraseña',
    name: 'Nombre o empresa',
    login: {
      title: 'Iniciar sesión',
      submit: 'Entrar',
      forgotten: '¿Olvidó su contraseña?',
      noAccount: '¿Aún no tiene cuenta?',
      signUp: 'Regístrese',
    },
    code: {
      title: 'Verificación en dos pasos',
      intro:
        'Ingrese el código de 6 dígitos de su aplicación de autenticación, o uno de sus códigos de recuperación. También sirve una llave de acceso.',
      label: 'Código',
      submit: 'Continuar',
      back: 'Atrás',
    },
    signUp: {
      nameShown: 'Las páginas públicas de lo que certifique muestran este nombre. Puede cambiarlo en Cuenta.',
      title: 'Crear una cuenta',
      submit: 'Crear cuenta',
      next: 'Continuar',
      sentTitle: 'Revise su correo',
      sent: (email) =>
        `Enviamos un correo a ${email}. Abra el enlace para elegir su contraseña. Vence en un día.`,
      waitsTitle: 'Su correo se retrasará',
      waits: (email) =>
        `Nuestro servidor de correo no funciona en este momento. El mensaje a ${email} saldrá en cuanto funcione. Si en una hora no llega nada, regístrese otra vez.`,
      hasAccount: '¿Ya tiene cuenta?',
      logIn: 'Inicie sesión',
      closed: 'El registro está cerrado. El operador de este servicio crea las cuentas nuevas.',
    },
    confirm: {
      title: 'Elija su contraseña',
      intro: 'Su correo quedó confirmado. Solo falta su contraseña.',
      again: 'Registrarse de nuevo',
    },
    forgotten: {
      title: 'Restablecer su contraseña',
      intro: 'Escriba su correo y le enviaremos un enlace para elegir una contraseña nueva.',
      submit: 'Enviar enlace',
      sentTitle: 'Revise su correo',
      sent: (email) =>
        `Si ${email} tiene una cuenta, el enlace va en camino. Sirve una sola vez y vence en una hora.`,
      noMail:
        'Este servicio no envía correos. Pida a su operador una contraseña nueva, que se crea con «sello person reset-password».',
      back: 'Volver al inicio de sesión',
    },
    reset: {
      title: 'Elija una contraseña nueva',
      newPassword: 'Contraseña nueva',
      submit: 'Cambiar contraseña',
      doneTitle: 'Contraseña cambiada',
      done: 'Se cerraron todas sus sesiones. Inicie sesión con la contraseña nueva.',
      logIn: 'Iniciar sesión',
      noToken: 'Este enlace está incompleto. Ábralo de nuevo desde el correo o solicite otro.',
      again: 'Solicitar otro enlace',
    },
  },
});
