/** Configurations depend on the app, and some have no schema: values with names of secrets are secrets. */
export const appConfiguration = {
  field: 'appConfiguration',
  schema: 'entity/applications/configuration/applicationConfig#appConfig',
  connection: true,
} as const;
