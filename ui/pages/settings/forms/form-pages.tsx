import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/system.js';
import { SettingForm } from './setting-form.js';

export function UrlPage() {
  const t = useWords(systemWords);
  return (
    <SettingForm
      setting="openMetadataBaseUrlConfiguration"
      title={t('url')}
      about={t('urlText')}
      fields={[{ key: 'openMetadataUrl', kind: 'text' }]}
    />
  );
}

export function LoginPage() {
  const t = useWords(systemWords);
  return (
    <SettingForm
      setting="loginConfiguration"
      title={t('login')}
      about={t('loginText')}
      fields={[
        { key: 'maxLoginFailAttempts', kind: 'number' },
        { key: 'accessBlockTime', kind: 'number' },
        { key: 'jwtTokenExpiryTime', kind: 'number' },
      ]}
    />
  );
}
