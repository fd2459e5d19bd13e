/**
 * Reads the settings of the operator's commands. Each command first says which database and folder it acts on, because
 * the settings in a shell often differ from those of the running service.
 */

import path from 'node:path';
import { shownUrl } from '../../database/address.ts';
import { type Config, readConfig } from '../../settings.ts';
import type { Terminal } from './terminal.ts';

/**
 * Says on standard error what the command acts on, so that a program that reads standard output gets only the result.
 */
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
