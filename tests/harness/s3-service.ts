/** The interface that tests use for an S3 service, whichever program it is. */

import type { S3Config } from '../../server/src/files/settings.ts';
import type { Environment } from '../../server/src/settings.ts';
import type { Road } from './s3-road.ts';

export type S3Service = {
  config: S3Config;
  /** Settings that make a Sello keep its files here. */
  env: Environment;
  /** Sets the fault for requests from now on. */
  behave(road: Road): Promise<void>;
  /** Connections opened since the last change of the fault. */
  readonly connections: number;
  /** How many requests wait for the store, and how long: shows whether the store or the test was silent. */
  silence(): string;
  /** The keys of all objects in the bucket, read without the code under test. */
  keys(): Promise<string[]>;
  bytesOf(key: string): Promise<Buffer>;
  /** Puts other bytes in an object's place, as somebody with access to the store could. */
  replace(key: string, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
};

type Access = Pick<S3Config, 'bucket' | 'accessKeyId' | 'secretAccessKey'>;

/** The same settings for code under test and for a process. */
export function s3Settings(port: number, access: Access): Pick<S3Service, 'config' | 'env'> {
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    config: {
      ...access,
      endpoint,
      region: 'us-east-1',
      prefix: '',
      isPathStyle: true,
      isPresigned: false,
    },
    env: {
      SELLO_S3_BUCKET: access.bucket,
      SELLO_S3_ENDPOINT: endpoint,
      SELLO_S3_ACCESS_KEY_ID: access.accessKeyId,
      SELLO_S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    },
  };
}
