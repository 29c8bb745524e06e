// Classifications that clients expect in every catalog: provided by the system, cannot be deleted or renamed.
import type { Recognizer } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';
import { NON_SENSITIVE, SENSITIVE } from './seed-recognizers.js';

export interface SeedClassification {
  name: string;
  description: string;
  autoClassificationConfig?: Fields;
  tags: readonly SeedTag[];
}

export interface SeedTag {
  name: string;
  description: string;
  style?: { color: string };
  autoClassificationEnabled?: boolean;
  autoClassificationPriority?: number;
  recognizers?: readonly Recognizer[];
}

const tier = (level: number, description: string): SeedTag => ({ name: `Tier${level}`, description });
const certified = (name: string, color: string): SeedTag => ({
  name,
  description: `${name} certified data asset.`,
  style: { color },
});

export const SEED_CLASSIFICATIONS: readonly SeedClassification[] = [
  {
    name: 'PII',
    description:
      'Personally identifiable information: data that identifies a person, alone or together with other data. Review these tags against the policy of your company.',
    autoClassificationConfig: {
      enabled: true,
      conflictResolution: 'highest_priority',
      minimumConfidence: 0.6,
      requireExplicitMatch: true,
    },
    tags: [
      {
        name: 'None',
        description: 'Not personally identifiable information.',
        autoClassificationEnabled: false,
        autoClassificationPriority: 0,
      },
      {
        name: 'NonSensitive',
        description:
          'Personal information that is easily found in public sources, such as a zip code, a gender or a date of birth.',
        autoClassificationEnabled: true,
        autoClassificationPriority: 50,
        recognizers: NON_SENSITIVE,
      },
      {
        name: 'Sensitive',
        description:
          'Personal information that could do substantial harm to a person when it is lost, compromised or disclosed without authorization.',
        autoClassificationEnabled: true,
        autoClassificationPriority: 100,
        recognizers: SENSITIVE,
      },
    ],
  },
  {
    name: 'PersonalData',
    description:
      'Personal data as defined by the **GDPR**. Review these tags against the policy of your company and link to it here.',
    tags: [
      { name: 'Personal', description: 'Data that can be used to identify a person, directly or indirectly.' },
      {
        name: 'SpecialCategory',
        description:
          'Special category data of the GDPR: especially sensitive, such as health, beliefs or origin. Its disclosure could harm the rights and freedoms of a person.',
      },
    ],
  },
  {
    name: 'Tier',
    description: 'How important data is for the business, from 1 (critical) to 5 (private or unused).',
    tags: [
      tier(
        1,
        '**Critical business data of the organization.** Drives metrics, dashboards and decisions of the business, reports to regulators and third parties, or online services where an error costs revenue or reputation.',
      ),
      tier(
        2,
        '**Important business data, less critical than Tier 1.** Used in metrics and dashboards for internal decisions, in important compliance reports, or in less critical online services.',
      ),
      tier(
        3,
        '**Data of a department, usually of internal systems.** Used in metrics and dashboards that drive product decisions, or to track the operation of internal systems.',
      ),
      tier(
        4,
        '**Data of a team, usually of internal systems.** Used in metrics and dashboards that drive decisions of the team, or to track the operation of systems that the team owns.',
      ),
      tier(
        5,
        '**Private or unused data, without impact beyond individual users.** Owned by nobody or by a person alone, and not used in the last 60 days.',
      ),
    ],
  },
  {
    name: 'Certification',
    description: 'How reliable a data asset is, as those who certify it have found.',
    tags: [certified('Bronze', '#CD7F32'), certified('Silver', '#C0C0C0'), certified('Gold', '#FFD700')],
  },
];
