import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
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

export function CertificationPage() {
  const t = useWords(systemWords);
  return (
    <SettingForm
      setting="assetCertificationSettings"
      title={t('certification')}
      about={t('certificationText')}
      fields={[
        { key: 'allowedClassification', kind: 'text' },
        { key: 'validityPeriod', kind: 'text', help: 'periodHelp' },
      ]}
    />
  );
}

export function LineagePage() {
  const t = useWords(systemWords);
  const depth = { kind: 'number', min: 1, max: 5 } as const;
  return (
    <SettingForm
      setting="lineageSettings"
      title={t('lineage')}
      about={t('lineageText')}
      fields={[
        { key: 'upstreamDepth', ...depth },
        { key: 'downstreamDepth', ...depth },
        {
          key: 'lineageLayer',
          kind: {
            options: [
              ['EntityLineage', 'layer.EntityLineage'],
              ['ColumnLevelLineage', 'layer.ColumnLevelLineage'],
              ['DataObservability', 'layer.DataObservability'],
            ],
          },
        },
        {
          key: 'pipelineViewMode',
          kind: {
            options: [
              ['Node', 'pipelines.Node'],
              ['Edge', 'pipelines.Edge'],
            ],
          },
        },
      ]}
    />
  );
}
