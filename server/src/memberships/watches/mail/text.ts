/** The words of the pages on which a recipient confirms an address or ends the mails, in both languages. */

import type { Language } from '../../../http/language.ts';

const es = {
  confirm: 'Confirmar este correo',
  confirmHow: (account: string) =>
    `«${account}» quiere que se avise a este correo cuando cambie la vigencia de las personas certificadas que vigila. En cada aviso hay un enlace para terminarlos.`,
  confirmButton: 'Sí, recibir los avisos',
  confirmed: 'Correo confirmado',
  confirmedHow: (account: string) =>
    `Desde ahora se avisa a este correo de lo que ocurra con las personas que vigila «${account}».`,
  stop: 'Terminar los avisos',
  stopHow: (account: string) =>
    `Este correo recibe avisos sobre las personas certificadas que vigila «${account}». Al terminarlos no se le envía ninguno más.`,
  stopButton: 'No recibir más avisos',
  stopped: 'Ya no recibirá avisos',
  stoppedHow: (account: string) => `A este correo no se le envía nada más por cuenta de «${account}».`,
  nothing: 'Este enlace ya no sirve',
  nothingHow:
    'Ya se usó, venció o se pidió otro después. Si todavía hace falta, pida que le envíen uno nuevo.',
};

const en: typeof es = {
  confirm: 'Confirm this address',
  confirmHow: (account) =>
    `“${account}” wants this address to be told when something becomes of the certified people whom it follows. Each mail has a link that ends them.`,
  confirmButton: 'Yes, send me these mails',
  confirmed: 'Address confirmed',
  confirmedHow: (account) =>
    `From now on this address is told what becomes of the people whom “${account}” follows.`,
  stop: 'End these mails',
  stopHow: (account) =>
    `This address gets mails about the certified people whom “${account}” follows. Once you end them, no more are sent.`,
  stopButton: 'No more of these mails',
  stopped: 'You get no more of these mails',
  stoppedHow: (account) => `Nothing more is sent to this address for “${account}”.`,
  nothing: 'This link no longer works',
  nothingHow:
    'It was used, is too old, or another one was asked for later. If you still need it, ask for a new one.',
};

export const WATCH_MAIL_WORDS: Readonly<Record<Language, typeof es>> = { es, en };
