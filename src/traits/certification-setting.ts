/** The setting of certifications: whose tags certify, and for how long. */
import { catalogError } from '../../contract/index.js';
import type { Scope } from '../catalog/index.js';
import type { SettingKind } from '../feature/index.js';
import { getSettingValue } from '../storage/index.js';

export const CERTIFICATION_SETTING = 'assetCertificationSettings';

interface CertificationRule {
  /** FQN of the classification whose tags certify. */
  allowedClassification: string;
  /** An ISO 8601 period of whole days or more, such as `P30D` or `P1Y6M`. */
  validityPeriod: string;
}

const SHIPPED: CertificationRule = { allowedClassification: 'Certification', validityPeriod: 'P30D' };
const PERIOD = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/;

export const certificationSettingKind: SettingKind = {
  schema: 'configuration/assetCertificationSettings',
  initial: () => ({ ...SHIPPED }),
  everyone: true,
  check({ validityPeriod }) {
    if (typeof validityPeriod !== 'string' || !PERIOD.test(validityPeriod))
      throw catalogError('BAD_REQUEST', 'validityPeriod must be a period of days or more, such as P30D or P1Y');
  },
};

export async function certificationRule({ sql }: Pick<Scope, 'sql'>): Promise<CertificationRule> {
  return { ...SHIPPED, ...(await getSettingValue<Partial<CertificationRule>>(sql, CERTIFICATION_SETTING)) };
}

/** The end of a period that begins at `from`, in milliseconds; in UTC, so that all servers agree. */
export function endOfPeriod(from: number, period: string): number {
  const [, years, months, weeks, days] = PERIOD.exec(period) ?? PERIOD.exec(SHIPPED.validityPeriod) ?? [];
  const count = (text: string | undefined) => Number(text ?? 0);
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + count(years) * 12 + count(months));
  // The last day of a shorter month, not one of the next: a month after 31 January ends in February.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  end.setUTCDate(end.getUTCDate() + count(weeks) * 7 + count(days));
  return end.getTime();
}
