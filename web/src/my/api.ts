/** Calls of the back end of this council's page. */

import { type BackEnd, makeCalls, makeLinks } from '../calls/make-calls.ts';
import { CALLS, type Calls, LINKS, type Links, type MyDraw, type MyPage } from './calls.ts';

export { ApiError } from '../calls/make-calls.ts';
export type * from './calls.ts';

/** What the server wrote into the page. */
export type Place = {
  account: string;
  council: string;
  /** The council's colours, and the address of its seal if it has one. */
  color: string;
  accent: string;
  logo: string;
  timeZone: string;
  hasMail: boolean;
};

/** The review for which the member was drawn. */
export type MyReview = NonNullable<MyDraw['review']>;

/** A part of the page: the data that it shows, and a function that reads the data again after a change. */
export type Part = { page: MyPage; reload: () => Promise<void> };

export function readPlace(): Place {
  const data = document.getElementById('app')?.dataset ?? {};
  return {
    account: data.account ?? '',
    council: data.council ?? '',
    color: data.color ?? '',
    accent: data.accent ?? '',
    logo: data.logo ?? '',
    timeZone: data.timeZone ?? 'America/Mexico_City',
    hasMail: data.mail === 'yes',
  };
}

const BACK_END: BackEnd = {
  base: () => `/api/my/${readPlace().account}`,
  noAnswer: {
    en: 'There was no answer. Check your connection and try again.',
    es: 'No hubo respuesta. Revise su conexión e intente de nuevo.',
  },
};

export const api = makeCalls<Calls>(BACK_END, CALLS);
export const links = makeLinks<Links>(BACK_END, LINKS);
