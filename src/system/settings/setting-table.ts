/** Settings not owned by another feature. */
import type { InitialDeps, SettingKinds, SettingValue } from '../../feature/index.js';
import { CERTIFICATION_SETTING, certificationSettingKind } from '../../traits/index.js';

/** Schema defaults, overridden by these values. */
const defaults =
  (schema: string, values: SettingValue = {}) =>
  ({ contract }: InitialDeps): SettingValue =>
    contract.withDefaults(schema, values);

const colours = { primaryColor: '', errorColor: '', successColor: '', warningColor: '', infoColor: '' };

export const settingKinds: SettingKinds = {
  customUiThemePreference: {
    schema: 'configuration/uiThemePreference',
    initial: () => ({
      customLogoConfig: { customLogoUrlPath: '', customFaviconUrlPath: '', customMonogramUrlPath: '' },
      customTheme: colours,
    }),
  },
  slackAppConfiguration: {
    schema: 'configuration/slackAppConfiguration',
    initial: null,
    secrets: ['clientSecret', 'signingSecret'],
  },
  teamsAppConfiguration: { schema: 'configuration/teamsAppConfiguration', initial: null },
  profilerConfiguration: {
    schema: 'configuration/profilerConfiguration',
    initial: () => ({ metricConfiguration: [] }),
  },
  [CERTIFICATION_SETTING]: certificationSettingKind,
  lineageSettings: {
    schema: 'configuration/lineageSettings',
    initial: defaults('configuration/lineageSettings', {
      lineageLayer: 'EntityLineage',
      pipelineViewMode: 'Node',
      graphPerformanceConfig: {},
    }),
    everyone: true,
  },
  workflowSettings: {
    schema: 'configuration/workflowSettings',
    initial: defaults('configuration/workflowSettings', {
      executorConfiguration: {},
      historyCleanUpConfiguration: {},
      runTimeCleanUpConfiguration: {},
      policyAgentConfiguration: {},
    }),
  },
  openLineageSettings: {
    schema: 'configuration/openLineageSettings',
    initial: defaults('configuration/openLineageSettings', { enabled: false }),
  },
  mcpConfiguration: {
    schema: 'configuration/mcpConfiguration',
    initial: (with_) => ({
      ...defaults('configuration/mcpConfiguration', { mcpServerName: 'cairn', enabled: false, allowedOrigins: [] })(
        with_,
      ),
      baseUrl: with_.publicUrl,
    }),
  },
  appConfiguration: { schema: 'api/configuration/appConfiguration', initial: () => ({}) },
};

/** Settings of the interface that are server options here, set at start. */
export const startOptions: ReadonlySet<string> = new Set([
  'authenticationConfiguration',
  'authorizerConfiguration',
  'securityConfiguration',
  'jwtTokenConfiguration',
  'elasticsearch',
  'eventHandlerConfiguration',
  'airflowConfiguration',
  'fernetConfiguration',
  'secretsManagerConfiguration',
  'scimConfiguration',
  'sandboxModeEnabled',
  'slackEventPublishers',
  'slackChat',
  'slackBot',
  'slackInstaller',
  'slackState',
]);
