/** Calls of the back end of this council's desk. */

import { type BackEnd, makeCalls, makeLinks } from '../calls/make-calls.ts';
import { CALLS, type Calls, LINKS, type Links } from './calls.ts';

export { ApiError } from '../calls/make-calls.ts';
export type * from './calls.ts';

/** What the server wrote into the page. */
export type Place = { account: string; council: string; timeZone: string; hasMail: boolean };

export function readPlace(): Place {
  const data = document.getElementById('app')?.dataset ?? {};
  return {
    account: data.account ?? '',
    council: data.council ?? '',
    timeZone: data.timeZone ?? 'America/Mexico_City',
    hasMail: data.mail === 'yes',
  };
}

const BACK_END: BackEnd = {
  base: () => `/api/o/${readPlace().account}`,
  noAnswer: {
    en: 'There was no answer. Check your connection and try again.',
    es: 'No hubo respuesta. Revise su conexión e intente de nuevo.',
  },
};

export const api = makeCalls<Calls>(BACK_END, CALLS);
export const links = makeLinks<Links>(BACK_END, LINKS);

export type Input<Name extends keyof Calls, Place extends number = 0> = NonNullable<
  Parameters<Calls[Name]>[Place]
>;
export type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;
