/** The login setting: the built-in limits until an administrator changes them. */

import { catalogError } from '../../../contract/errors.js';
import { keysOf } from '../../../contract/index.js';
import { getSettingValue, type Sql } from '../../storage/index.js';
import { LOGIN_WAITS } from './login-waits.js';

/** `configuration/loginConfiguration`; times in seconds. */
interface LoginSetting {
  maxLoginFailAttempts: number;
  accessBlockTime: number;
  jwtTokenExpiryTime: number;
}

const NAME = 'loginConfiguration';
const LOWEST: LoginSetting = { maxLoginFailAttempts: 1, accessBlockTime: 1, jwtTokenExpiryTime: 60 };
const HIGHEST: LoginSetting = { maxLoginFailAttempts: 1000, accessBlockTime: 86_400, jwtTokenExpiryTime: 2_592_000 };

/** Declares the setting for the settings store. `tokenLifetime` is in milliseconds. */
export function loginSettingKind(tokenLifetime: number) {
  const initial = {
    maxLoginFailAttempts: LOGIN_WAITS.pair.free,
    accessBlockTime: LOGIN_WAITS.pair.longestWait / 1000,
    jwtTokenExpiryTime: Math.round(tokenLifetime / 1000),
  };
  return { [NAME]: { schema: 'configuration/loginConfiguration', initial: () => ({ ...initial }), check } };
}

/** null if it was never changed. */
export function readLoginSetting(sql: Sql): Promise<LoginSetting | null> {
  return getSettingValue(sql, NAME);
}

function check(value: Record<string, unknown>): void {
  for (const name of keysOf(LOWEST)) {
    const number = Number(value[name]);
    if (number < LOWEST[name] || number > HIGHEST[name])
      throw catalogError('BAD_REQUEST', `${name} must be between ${LOWEST[name]} and ${HIGHEST[name]}`);
  }
}
