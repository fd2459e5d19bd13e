/** Every setting, in the order of the README and `.env.example`. */

import { CALENDARS_SETTINGS } from './anchoring/calendars/settings.ts';
import { ANCHORING_SETTINGS } from './anchoring/settings.ts';
import { SERVE_SETTINGS } from './api/settings.ts';
import { CERTIFICATES_SETTINGS } from './certificates/settings.ts';
import { DATABASE_SETTINGS } from './database/settings.ts';
import { FILES_SETTINGS } from './files/settings.ts';
import { HTTP_SETTINGS } from './http/settings.ts';
import { type Setting, settingsIn } from './kernel/settings/kinds.ts';
import { KEYS_SETTINGS } from './keys/settings.ts';
import { PEOPLE_SETTINGS } from './people/settings.ts';
import { TELEMETRY_SETTINGS } from './telemetry/settings.ts';
import { TIMESTAMPS_SETTINGS } from './timestamps/settings.ts';
import { TRANSPARENCY_SETTINGS } from './transparency/settings.ts';
import { WITNESS_SETTINGS } from './transparency/witnesses/settings.ts';
import { WEBHOOKS_SETTINGS } from './webhooks/settings.ts';

const { trustedProxies, serviceName, ...listening } = HTTP_SETTINGS;
const { dataDir, ...database } = DATABASE_SETTINGS;

export const SETTING_LIST: readonly Pick<Setting<unknown>, 'name' | 'help' | 'fallback'>[] = [
  listening,
  { dataDir },
  SERVE_SETTINGS,
  TELEMETRY_SETTINGS,
  { trustedProxies },
  database,
  { serviceName },
  PEOPLE_SETTINGS,
  KEYS_SETTINGS,
  TIMESTAMPS_SETTINGS,
  CERTIFICATES_SETTINGS,
  ANCHORING_SETTINGS,
  CALENDARS_SETTINGS,
  TRANSPARENCY_SETTINGS,
  WITNESS_SETTINGS,
  FILES_SETTINGS,
  WEBHOOKS_SETTINGS,
].flatMap(settingsIn);
