// Entries of the contract that are stricter than the reference, because this server promises more. A function changes
// what the reference gives.
import { withDestinations } from './destinations.mjs';

const nameCharacters = '^(?![\\s\\S]*::)[^"\\p{Cc}\\p{Cs}]*$';
/** Longer credentials are rejected before they are compared. */
const LONGEST = { name: 512, password: 1024, token: 16_384 };
/** Limits the length of text properties of an object. */
const limited = (lengths) => (schema) => ({
  ...schema,
  properties: {
    ...schema.properties,
    ...Object.fromEntries(
      Object.entries(lengths).map(([name, maxLength]) => [name, { ...schema.properties[name], maxLength }]),
    ),
  },
});
const jdbcUrl = '^[A-Za-z][A-Za-z0-9+.:-]*://[^:/@\\s]+:\\S*@([^:/@\\s]+|\\[[0-9A-Fa-f:.]+\\]):\\d{1,5}/\\S+$';

const withoutDefaults = (schema) => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, { default: _, ...property }]) => [name, property]),
  ),
});
/** Marks text properties of an object as secrets. */
const secret =
  (...names) =>
  (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      ...Object.fromEntries(
        names.map((name) => [name, { ...schema.properties[name], format: 'password', 'x-secret': true }]),
      ),
    },
  });

export const overrides = {
  'auth/loginRequest': limited({ email: LONGEST.name, password: LONGEST.password }),
  'auth/tokenRefreshRequest': limited({ refreshToken: LONGEST.password }),
  'auth/logoutRequest': limited({ username: LONGEST.name, token: LONGEST.token, refreshToken: LONGEST.password }),
  'auth/createPersonalToken': limited({ tokenName: LONGEST.name }),
  'auth/revokePersonalToken': (schema) => ({
    ...schema,
    properties: { tokenIds: { ...schema.properties.tokenIds, maxItems: 10_000 } },
  }),
  'api/teams/createUser': limited({ password: LONGEST.password, confirmPassword: LONGEST.password }),
  // `revokeTokens` is ours: whether personal tokens end with the password.
  'auth/changePasswordRequest': (schema) => {
    const { properties, ...rest } = limited({
      username: LONGEST.name,
      oldPassword: LONGEST.password,
      newPassword: LONGEST.password,
      confirmPassword: LONGEST.password,
    })(schema);
    return { ...rest, properties: { ...properties, revokeTokens: { type: 'boolean', default: false } } };
  },
  // A name has to survive a fully qualified name, a URL and UTF-8: no quote, control character or lone surrogate.
  'type/basic#entityName': { type: 'string', minLength: 1, maxLength: 256, pattern: nameCharacters },
  // Some of the types that the interface itself names have a hyphen (`date-cp`).
  'entity/type#entityName': { type: 'string', pattern: '^[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}-]+$' },
  'type/jdbcConnection#connectionUrl': {
    type: 'string',
    description: 'url_scheme://<username>:<password>@<host>:<port>/<db_name>',
    pattern: jdbcUrl,
  },
  'type/jdbcConnection': {
    description: 'A connection to a database by a JDBC driver.',
    type: 'object',
    properties: {
      driverClass: { $ref: 'cairn:type/jdbcConnection#driverClass' },
      connectionUrl: { $ref: 'cairn:type/jdbcConnection#connectionUrl' },
      userName: { type: 'string' },
      password: { type: 'string', format: 'password', 'x-secret': true },
    },
    required: ['driverClass', 'connectionUrl', 'userName', 'password'],
    additionalProperties: false,
  },
  'entity/events/authentication/webhookBearerAuth': secret('secretKey'),
  'entity/events/authentication/webhookOAuth2Config': secret('clientSecret'),
  // Without defaults, so that a destination is stored as it was sent.
  'events/emailAlertConfig': withoutDefaults,
  'events/eventSubscription#subscriptionType': (schema) => ({ ...schema, enum: withDestinations(schema.enum) }),
  // What has only receivers is mail.
  'events/eventSubscription#destination': (schema) => {
    const [webhook, mail, any] = schema.properties.config.anyOf;
    return { ...schema, properties: { ...schema.properties, config: { anyOf: [mail, webhook, any] } } };
  },
  // Headers often carry tokens, whatever their names are.
  'entity/events/webhook': (schema) => ({
    ...schema,
    properties: {
      ...withoutDefaults(schema).properties,
      httpMethod: schema.properties.httpMethod,
      headers: { type: 'object', additionalProperties: { type: 'string', format: 'password', 'x-secret': true } },
    },
  }),
  // Its fully qualified name is its quoted name where that holds a dot.
  'entity/policies/policy': (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      fullyQualifiedName: {
        ...schema.properties.fullyQualifiedName,
        $ref: 'cairn:type/basic#fullyQualifiedEntityName',
      },
    },
  }),
  // Checked by the schema that the request names (`entities/automations/seal-request.ts`), for all families of services.
  'entity/automations/testServiceConnection': (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      connection: { type: 'object', properties: { config: { type: 'object' } }, additionalProperties: false },
    },
  }),
  // The reference names only the type of the trigger; the server stores and returns all of it.
  'governance/workflows/workflowDefinition': (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      trigger: {
        anyOf: ['eventBasedEntity', 'noOp', 'periodicBatchEntity'].map((type) => ({
          $ref: `cairn:governance/workflows/elements/triggers/${type}Trigger`,
        })),
      },
    },
  }),
  // Options that name a driver are a JDBC connection, whole and checked.
  'entity/services/connections/database/customDatabaseConnection': (schema) => ({
    ...schema,
    if: { properties: { connectionOptions: { required: ['driverClass'] } }, required: ['connectionOptions'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { connectionOptions: { $ref: 'cairn:type/jdbcConnection' } } },
  }),
};
