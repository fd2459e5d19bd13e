import { defineText } from '../i18n/use-text.ts';

export const WATCHERS = defineText({
  en: {
    title: 'Who follows your standing',
    what: 'They are told whether your memberships are in force, and nothing else. The name is what the account calls itself: agree only if you know who it is.',
    asks: 'Asks you',
    follows: 'Follows you',
    askedOn: (on: string) => `Asked on ${on}. Nothing is told unless you agree.`,
    since: (on: string, isPublic: boolean) =>
      isPublic ? `Since ${on}, because your page is public.` : `Since ${on}, because you agreed.`,
    accept: 'Agree',
    decline: 'Decline',
    withdraw: 'End it',
  },
  es: {
    title: 'Quién vigila su vigencia',
    what: 'Se les avisa si sus membresías están vigentes, y nada más. El nombre es el que la cuenta se da: acepte solo si sabe quién es.',
    asks: 'Le pide permiso',
    follows: 'Le vigila',
    askedOn: (on) => `Lo pidió el ${on}. No se le avisa de nada si usted no acepta.`,
    since: (on, isPublic) =>
      isPublic ? `Desde el ${on}, porque su página es pública.` : `Desde el ${on}, porque usted aceptó.`,
    accept: 'Aceptar',
    decline: 'Rechazar',
    withdraw: 'Terminar',
  },
});
