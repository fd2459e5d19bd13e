/** The pages of the dashboard, in the order of the navigation. */

import type { IconName } from '../../ui/icon.tsx';
import type { Mode } from '../api.ts';
import type { Act } from '../may.tsx';
import type { SHELL_TEXT } from './text.ts';

export type Place = {
  href: string;
  icon: IconName;
  /** Without this scope, a person does not see the page in the navigation. */
  act?: Act;
  /** The bar of a phone has room for five; the account menu has the others. */
  isInBar?: true;
  name:
    | 'start'
    | 'certificates'
    | 'batches'
    | 'memberships'
    | 'watches'
    | 'keys'
    | 'webhooks'
    | 'usage'
    | 'audit'
    | 'people'
    | 'account'
    | 'settings';
};

const PLACES: readonly Place[] = [
  { href: '/', icon: 'home', name: 'start', isInBar: true },
  { href: '/certificates', icon: 'shield', name: 'certificates', act: 'listCertificates', isInBar: true },
  { href: '/batches', icon: 'block', name: 'batches', act: 'listBatches' },
  { href: '/memberships', icon: 'people', name: 'memberships', act: 'readOverview', isInBar: true },
  { href: '/watches', icon: 'eye', name: 'watches', act: 'listWatches' },
  { href: '/keys', icon: 'key', name: 'keys', act: 'listKeys', isInBar: true },
  { href: '/webhooks', icon: 'bell', name: 'webhooks', act: 'listWebhooks' },
  { href: '/usage', icon: 'chart', name: 'usage', act: 'getUsage', isInBar: true },
  { href: '/audit', icon: 'history', name: 'audit', act: 'listAuditEvents' },
  { href: '/people', icon: 'user', name: 'people', act: 'listPeople' },
  { href: '/account', icon: 'document', name: 'account' },
  { href: '/settings', icon: 'settings', name: 'settings' },
];

/** The pages that this person may open. */
export function placesFor(may: (act: Act) => boolean): Place[] {
  return PLACES.filter(({ act }) => act === undefined || may(act));
}

export const COUNCIL_ROOT = '/memberships';

export type CouncilPlace = {
  name: keyof typeof SHELL_TEXT.en.council;
  href: string;
  act?: Act;
  /** The only mode in which the page exists. */
  mode?: Mode;
};

const COUNCIL_PLACES: readonly CouncilPlace[] = [
  { name: 'overview', href: COUNCIL_ROOT },
  { name: 'members', href: `${COUNCIL_ROOT}/members` },
  { name: 'courses', href: `${COUNCIL_ROOT}/courses` },
  { name: 'organizers', href: `${COUNCIL_ROOT}/organizers` },
  { name: 'awards', href: `${COUNCIL_ROOT}/awards` },
  { name: 'renewals', href: `${COUNCIL_ROOT}/renewals` },
  { name: 'draws', href: `${COUNCIL_ROOT}/draws`, act: 'listDraws' },
  { name: 'programs', href: `${COUNCIL_ROOT}/programs` },
  { name: 'ownPage', href: `${COUNCIL_ROOT}/own-page`, act: 'approveMemberRequest' },
  { name: 'clocks', href: `${COUNCIL_ROOT}/clocks`, act: 'listClocks', mode: 'test' },
  { name: 'look', href: `${COUNCIL_ROOT}/look`, act: 'updateCouncil' },
];

/** The pages that this person may open in this mode. */
export function councilPlaces(may: (act: Act) => boolean, shown: Mode): CouncilPlace[] {
  return COUNCIL_PLACES.filter(({ act, mode = shown }) => mode === shown && (act === undefined || may(act)));
}
