/** Settings of the operator's commands, which say what they act on: the settings of a shell are easily not those of the service. */

import path from 'node:path';
import { shownUrl } from '../../database/address.ts';
import { type Config, readConfig } from '../../settings.ts';
import type { Terminal } from './terminal.ts';

/** Tells on standard error, so that what a program reads from standard output stays the same. */
export function readOperatorConfig(terminal: Pick<Terminal, 'env' | 'error'>): Config {
  const config = readConfig(terminal.env);
  const folder = path.resolve(config.dataDir);
  const database =
    config.databaseUrl === undefined
      ? `embedded in ${path.join(folder, 'postgres')}`
      : shownUrl(config.databaseUrl);
  const files = config.s3 === undefined ? '' : `, files in the bucket ${config.s3.bucket}`;
  terminal.error(`Acts on: database ${database}, data folder ${folder}${files}`);
  return config;
}
