/** The cookies of an organiser's desk. */

import { entranceCookies } from '../../../entrance-cookies.ts';

export const ORGANIZER_COOKIES = entranceCookies({
  session: 'organizer',
  browser: 'organizer-browser',
  root: '/api/o',
});
