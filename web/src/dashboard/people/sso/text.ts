import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    or: 'or',
    logIn: (name: string) => `Log in with ${name}`,
    title: (name: string) => `Logging in with ${name}`,
    wait: 'One moment…',
    back: 'Back to login',
    logInFirst: 'Log in as before',
    joinTitle: (name: string) => `Use ${name} from now on?`,
    join: (name: string, email: string) =>
      `${name} knows ${email} too. If you agree, whoever logs in there with it comes in here as you. Your password goes on working.`,
    agree: 'Agree',
    refuse: 'No, thanks',
    nothing: 'There is nothing to agree to. Begin again from the login page.',
    home: 'To the dashboard',
    proveFirst: (name: string) =>
      `To do this, confirm at ${name} that it’s you. Afterwards you return to this page and can go on for five minutes.`,
    prove: (name: string) => `Continue at ${name}`,
    proven: (name: string) => `You’ve just confirmed at ${name} that it’s you.`,
  },
  es: {
    or: 'o',
    logIn: (name) => `Entrar con ${name}`,
    title: (name) => `Entrando con ${name}`,
    wait: 'Un momento…',
    back: 'Volver al inicio de sesión',
    logInFirst: 'Entrar como hasta ahora',
    joinTitle: (name) => `¿Usar ${name} de ahora en adelante?`,
    join: (name, email) =>
      `${name} también conoce ${email}. Si acepta, quien entre allí con ese correo entrará aquí como usted. Su contraseña seguirá sirviendo.`,
    agree: 'Aceptar',
    refuse: 'No, gracias',
    nothing: 'No hay nada que aceptar. Empiece de nuevo desde la página de inicio de sesión.',
    home: 'Ir al panel',
    proveFirst: (name) =>
      `Para hacer esto, confirme en ${name} que es usted. Después volverá a esta página y podrá continuar durante cinco minutos.`,
    prove: (name) => `Continuar en ${name}`,
    proven: (name) => `Acaba de confirmar en ${name} que es usted.`,
  },
});
