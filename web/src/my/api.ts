/** Calls of the back end of this council's page. */

import type { MyEntry, MyPage } from './api-types.ts';

/** A refused request. `message` is for people, in their language. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

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

export function addressOf(path: string): string {
  return `/api/my/${readPlace().account}${path}`;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  return send<T>(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
}

async function send<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(addressOf(path), {
    ...request,
    headers: { ...request.headers, 'accept-language': document.documentElement.lang },
    credentials: 'same-origin',
  }).catch(() => {
    throw new Refused(0, 'no_answer', NO_ANSWER[document.documentElement.lang === 'en' ? 'en' : 'es']);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  throw new Refused(response.status, answer.error ?? 'unknown', answer.message ?? response.statusText);
}

const NO_ANSWER = {
  en: 'There was no answer. Check your connection and try again.',
  es: 'No hubo respuesta. Revise su conexión e intente de nuevo.',
};

export type Entry = { email: string; code: string; member_id?: string } | { link: string };

export type Report = {
  evidence_id: string;
  program_id: string;
  title: string;
  provider?: string;
  completed_on: string;
  hours?: number;
  category: string;
  points: number;
};

export const api = {
  me: () => call<MyPage>('GET', '/me'),
  askForCode: (email: string) => call('POST', '/code', { email }),
  enter: (entry: Entry) => call<MyEntry>('POST', '/session', entry),
  leave: () => call('DELETE', '/session'),
  change: (wanted: object) => call('PATCH', '/me', wanted),
  giveConsent: (notice_version: string) => call('PUT', '/consent', { notice_version }),
  withdrawConsent: () => call('DELETE', '/consent'),
  askForNewAddress: (email: string) => call('POST', '/email', { email }),
  confirmNewAddress: (code: string) => call('POST', '/email/confirm', { code }),
  askForRenewal: (membershipId: string) => call('POST', `/memberships/${membershipId}/renewal`),
  report: (report: Report) => call<{ award_id: string }>('POST', '/activities', report),
  withdrawReport: (awardId: string) => call('POST', `/awards/${awardId}/withdraw`),
  askForCorrection: (changes: object) => call('POST', '/requests', { changes }),
  withdrawCorrection: (id: string) => call('POST', `/requests/${id}/withdraw`),
  sendEvidence: (file: File) =>
    send<{ evidence_id: string }>('/evidence', {
      method: 'POST',
      body: file,
      headers: {
        'content-type': file.type || 'application/pdf',
        'x-file-name': encodeURIComponent(file.name),
      },
    }),
};
