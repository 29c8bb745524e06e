/**
 * What the classifier of the ingestion client recognizes personal data by. `predefined` ones are classes of Presidio, which
 * know formats and checksums; words in the context, such as the name of a column, make them surer.
 */
import type { Recognizer } from '../../../contract/index.js';

type Predefined = Extract<Recognizer['recognizerConfig'], { type: 'predefined' }>;
type Options = Partial<Pick<Predefined, 'supportedLanguage' | 'context' | 'supportedEntities'>>;

const common = { enabled: true, isSystemDefault: true, confidenceThreshold: 0.6 } as const;

/** Recognizes values. `name` is that of the class unless several use it. */
function values(type: Predefined['name'], displayName: string, options: Options = {}, name: string = type): Recognizer {
  return {
    ...{ name, displayName, ...common },
    target: 'content',
    recognizerConfig: { type: 'predefined', name: type, ...options },
  };
}

const regexFlags = { dotAll: true, multiline: true, ignoreCase: true };

/** Recognizes columns by their names. */
function columns(name: string, displayName: string, ...regexes: string[]): Recognizer {
  const patterns = regexes.map((regex, i) => ({ name: `${name}_${i + 1}`, regex, score: 0.6 }));
  return {
    ...{ name, displayName: `${displayName}, by column names`, ...common },
    target: 'column_name',
    recognizerConfig: { type: 'pattern', patterns, regexFlags, context: [], supportedLanguage: 'en' },
  };
}

/** A credit card number, with the words that stand near it in a language. */
function cards(language: 'en' | 'es' | 'it' | 'pl', called: string, words: readonly string[]): Recognizer {
  const brands = ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'diners', 'maestro'];
  const options = { supportedLanguage: language, context: [...words, 'cc', ...brands] };
  return values('CreditCardRecognizer', `Credit card numbers (${called})`, options, `CreditCardRecognizer_${language}`);
}

const en = { supportedLanguage: 'en' } as const;
const es = { supportedLanguage: 'es' } as const;
const it = { supportedLanguage: 'it' } as const;

const PLACE_AND_TIME = [
  ...['address', 'street', 'street_address', 'city', 'county', 'region', 'province', 'state', 'state_name'],
  ...['birthday', 'birth_date', 'date', 'datetime'],
];
const NAMES = ['name', 'first_name', 'last_name', 'given_name', 'firstName', 'lastName', 'givenName', 'familyName'];

/** Of `PII.NonSensitive`: what is easily found in public sources. */
export const NON_SENSITIVE: readonly Recognizer[] = [
  values('DateRecognizer', 'Dates'),
  values('PhoneRecognizer', 'Phone numbers', {
    context: ['phone', 'telephone', 'cell', 'cellphone', 'mobile', 'call'],
  }),
  values('UrlRecognizer', 'URLs'),
  values('SpacyRecognizer', 'Places, times and nationalities', {
    supportedEntities: ['DATE_TIME', 'NRP', 'LOCATION'],
    context: PLACE_AND_TIME,
  }),
  columns('date_time', 'Dates and birthdays', '^.*(date|time|dob|birthday|dod).*$'),
  columns('nrp', 'Gender and nationality', '^.*(gender|nationality).*$'),
  columns('location', 'Places', '^.*(address|city|state|county|country|zip|postal|zone|borough).*$'),
  columns('phone_number', 'Phone numbers', '^.*phone.*$'),
];

/** Of `PII.Sensitive`: what harms a person when it is disclosed. */
export const SENSITIVE: readonly Recognizer[] = [
  cards('en', 'English', ['credit', 'card', 'cc_number', 'card_number', 'payment_info']),
  cards('es', 'Spanish', ['tarjeta', 'credito']),
  cards('it', 'Italian', ['carta', 'credito']),
  cards('pl', 'Polish', ['karta', 'kredytowa']),
  {
    ...{ name: 'CvvRecognizer', displayName: 'Card verification codes', ...common },
    description: 'Three or four digits, where the context speaks of cards.',
    target: 'content',
    recognizerConfig: {
      type: 'pattern',
      patterns: [{ name: 'cvv', regex: '\\b\\d{3,4}\\b', score: 0.5 }],
      context: ['cvv', 'cvv2', 'cvc', 'csc', 'cid', 'security', 'code', 'verification', 'card'],
      regexFlags,
      supportedLanguage: 'en',
    },
  },
  values('UsBankRecognizer', 'US bank account numbers', {
    ...en,
    context: ['check', 'account', 'account_number', 'acct', 'bank', 'bank_account', 'save', 'debit'],
  }),
  values('UsLicenseRecognizer', 'US driver licenses', en),
  values('UsItinRecognizer', 'US taxpayer numbers', en),
  values('UsPassportRecognizer', 'US passport numbers', en),
  values('UsSsnRecognizer', 'US social security numbers', {
    ...en,
    context: ['social', 'security', 'ssn', 'ssns', 'ssid', 'national_id', 'id_number'],
  }),
  values('NhsRecognizer', 'UK health service numbers', {
    ...en,
    context: ['nhs', 'nhs_number', 'national_health_service'],
  }),
  values('UkNinoRecognizer', 'UK national insurance numbers', en),
  values('SgFinRecognizer', 'Singaporean identity numbers', en),
  values('AuAbnRecognizer', 'Australian business numbers', en),
  values('AuAcnRecognizer', 'Australian company numbers', en),
  values('AuTfnRecognizer', 'Australian tax file numbers', en),
  values('AuMedicareRecognizer', 'Australian Medicare numbers', en),
  values('InPanRecognizer', 'Indian tax account numbers', en),
  values('InAadhaarRecognizer', 'Indian Aadhaar numbers', en),
  values('InVehicleRegistrationRecognizer', 'Indian vehicle registrations', en),
  values('InPassportRecognizer', 'Indian passport numbers', en),
  values('EsNifRecognizer', 'Spanish tax numbers', es),
  values('EsNieRecognizer', 'Spanish numbers of foreigners', es),
  values('ItDriverLicenseRecognizer', 'Italian driver licenses', it),
  values('ItFiscalCodeRecognizer', 'Italian fiscal codes', it),
  values('ItVatCodeRecognizer', 'Italian VAT codes', it),
  values('ItIdentityCardRecognizer', 'Italian identity cards', it),
  values('ItPassportRecognizer', 'Italian passport numbers', it),
  values('PlPeselRecognizer', 'Polish identification numbers', { supportedLanguage: 'pl' }),
  values('FiPersonalIdentityCodeRecognizer', 'Finnish identity codes', { supportedLanguage: 'fi' }),
  values('CryptoRecognizer', 'Addresses of crypto wallets', {
    context: ['crypto', 'bitcoin', 'btc', 'ethereum', 'eth', 'litecoin', 'ltc', 'wallet', 'address'],
  }),
  values('EmailRecognizer', 'E-mail addresses'),
  values('IbanRecognizer', 'IBANs'),
  values('IpRecognizer', 'IP addresses'),
  values('MedicalLicenseRecognizer', 'Medical licenses'),
  values('InVoterRecognizer', 'Indian voter numbers'),
  values('AbaRoutingRecognizer', 'US bank routing numbers'),
  values('SgUenRecognizer', 'Singaporean entity numbers'),
  values('SpacyRecognizer', 'Names of people', { supportedEntities: ['PERSON'], context: NAMES }),
  columns('us_ssn', 'Social security numbers', '^.*(ssn|social).*$'),
  columns('credit_card', 'Credit cards', '^.*credit.*card.*$'),
  columns(
    'bank_account',
    'Bank accounts',
    '\\b(account|acct|acc)[_-]?(number|num|no)\\b',
    '\\bbank[_-]?(account|number|num|no)?\\b',
  ),
  columns('iban_code', 'IBANs', '\\b(bank_?)?iban(_?(number|code))?\\b', '\\binternational_?(account|bank_?number)\\b'),
  columns('email_address', 'E-mail addresses', '^(email|e-mail|mail)(.*address)?$'),
  columns('person', 'Names of people', '^.*(user|client|person|first|last|maiden|nick).*name.*$'),
];
