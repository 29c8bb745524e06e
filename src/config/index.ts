export { readClientToken } from './client-token.js';
export { databaseFile, keySource, prepareDataFolder, storeOptions } from './data-folder.js';
export { documentOptions } from './document-options.js';
export { environmentOf, flagOf, type Option } from './option.js';
export { OPTIONS } from './option-table.js';
export { parseDuration } from './parse-option.js';
export { type Config, ConfigError, type OptionName, optionNames, readConfig } from './read-config.js';
export { readBuildTime, readVersion } from './read-version.js';
export { makeSecretKey, readSecretKey, type SecretKeySource, saveSecretKey, secretKeyFile } from './secret-key.js';
