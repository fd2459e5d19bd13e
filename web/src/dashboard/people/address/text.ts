import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Email',
    note: 'You log in with this address, and we write to it.',
    change: 'Change',
    changeTitle: 'Change your email',
    wanted: 'New email',
    wantedHint: 'We’ll send a link there. Nothing changes until you open it.',
    wantedHintNoMail: 'It changes at once, so check it for typos.',
    submit: 'Change email',
    done: 'Email changed.',
    sent: (wanted: string, now: string) =>
      `We’ve sent an email to ${wanted}. Open the link in it within an hour to confirm the change. Until then you log in with ${now}.`,
    confirm: {
      title: 'Confirm your new email',
      intro: 'Afterwards you log in with the address that this link was sent to.',
      notYours: 'Only confirm if you asked for this change in your own account.',
      submit: 'Confirm email',
      doneTitle: 'Email changed',
      done: (email: string) => `From now on, log in with ${email}.`,
      onward: 'Continue',
      noToken: 'This link is incomplete. Open it again from the email, or ask for the change once more.',
      again: 'Go to settings',
    },
  },
  es: {
    title: 'Correo electrónico',
    note: 'Con esta dirección inicia sesión, y a ella le escribimos.',
    change: 'Cambiar',
    changeTitle: 'Cambiar su correo',
    wanted: 'Correo nuevo',
    wantedHint: 'Le enviaremos ahí un enlace. Nada cambia hasta que lo abra.',
    wantedHintNoMail: 'Cambia de inmediato; revise que esté bien escrito.',
    submit: 'Cambiar correo',
    done: 'Correo cambiado.',
    sent: (wanted, now) =>
      `Enviamos un correo a ${wanted}. Abra el enlace dentro de una hora para confirmar el cambio. Mientras tanto, inicie sesión con ${now}.`,
    confirm: {
      title: 'Confirme su correo nuevo',
      intro: 'Después iniciará sesión con el correo al que llegó este enlace.',
      notYours: 'Confirme solo si usted pidió este cambio en su propia cuenta.',
      submit: 'Confirmar correo',
      doneTitle: 'Correo cambiado',
      done: (email) => `Desde ahora inicie sesión con ${email}.`,
      onward: 'Continuar',
      noToken: 'Este enlace está incompleto. Ábralo de nuevo desde el correo o pida el cambio otra vez.',
      again: 'Ir a la configuración',
    },
  },
});
