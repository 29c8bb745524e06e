import { jdbcConnectionSchema, jdbcInfoSchema } from '../../../contract/index.js';

/** Types of fields that clients look up, beside the kinds of custom properties. */
export const jdbcTypes: Readonly<Record<string, { about: string; schema: string }>> = {
  JdbcConnection: { about: 'A database reached through a JDBC driver', schema: jdbcConnectionSchema },
  JdbcInfo: { about: 'Driver and URL of a JDBC connection', schema: jdbcInfoSchema },
};
