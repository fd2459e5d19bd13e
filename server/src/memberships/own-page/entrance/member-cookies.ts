/** The cookies of a member's own page. */

import { entranceCookies } from '../../entrance-cookies.ts';

export const MEMBER_COOKIES = entranceCookies({
  session: 'member',
  browser: 'member-browser',
  root: '/api/my',
});
