/** The calls of the operator's back end. */

import { type BackEnd, makeCalls } from '../calls/make-calls.ts';
import { CALLS, type Calls } from './calls.ts';

export { ApiError } from '../calls/make-calls.ts';
export type * from './calls.ts';

const BACK_END: BackEnd = {
  base: () => '/api/operator',
  noAnswer: {
    en: 'The server isn’t responding. Check your connection and try again.',
    es: 'El servidor no responde. Revise su conexión e inténtelo de nuevo.',
  },
};

export const operatorApi = makeCalls<Calls>(BACK_END, CALLS);

export type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;
