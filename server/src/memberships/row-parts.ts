/** Reading the columns that several tables share. */

export { isTextsByName as isMetadata } from '../database/row-reader.ts';
