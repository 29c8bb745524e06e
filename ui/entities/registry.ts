import {
  AppWindow,
  Bell,
  Bot,
  Boxes,
  CircleHelp,
  Cog,
  FileText,
  Hash,
  KeyRound,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Package,
  Plug,
  Server,
  Shapes,
  Sheet,
  ShieldCheck,
  Tag,
  Tags,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { isAddressed } from '../data/addresses/addresses.js';
import { say } from '../words/define-words.js';
import { entityTitles } from '../words/entities/entity-titles.js';
import { spaced, upperFirst } from '../words/format.js';
import type { EntityPage } from './entity-page.js';

/** The types that people look for most, in the order of lists and tabs; other types follow. */
const FIRST: readonly string[] = [
  ...['table', 'topic', 'dashboard', 'dashboardDataModel', 'chart', 'pipeline', 'mlmodel', 'container', 'searchIndex'],
  ...['storedProcedure', 'database', 'databaseSchema', 'apiCollection', 'apiEndpoint'],
  ...['directory', 'file', 'spreadsheet', 'worksheet', 'metric'],
];

/** The pages of all files of `types/`, by type. */
const pages: ReadonlyMap<string, EntityPage> = new Map(
  Object.values(import.meta.glob<Record<string, EntityPage>>('./types/**/*.tsx', { eager: true }))
    .flatMap((file) => Object.values(file))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((page) => [page.type, page]),
);

function placeOf({ type }: EntityPage): number {
  const at = FIRST.indexOf(type);
  return at < 0 ? FIRST.length : at;
}

/** In the order of lists and tabs. */
export const entityPages: readonly EntityPage[] = [...pages.values()];

/** The types that Explore has tabs for. */
export const exploredPages: readonly EntityPage[] = entityPages.filter(({ isExplored = true }) => isExplored);

export function entityPage(type: string): EntityPage | undefined {
  return pages.get(type);
}

/** Icons of types without a file in `types/`. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  dataProduct: Package,
  domain: Shapes,
  glossary: Boxes,
  glossaryTerm: Hash,
  classification: Tags,
  tag: Tag,
  user: UserRound,
  team: UsersRound,
  role: ShieldCheck,
  policy: KeyRound,
  bot: Bot,
  persona: UserRound,
  query: FileText,
  ingestionPipeline: Plug,
  eventSubscription: Bell,
  eventsubscription: Bell,
  appMarketPlaceDefinition: AppWindow,
  dataContract: ShieldCheck,
  app: AppWindow,
  column: Sheet,
  type: Cog,
  task: ListTodo,
  announcement: Megaphone,
  THREAD: MessageSquare,
};

/** Whether entities of the type have an address. */
export function hasPage(type: string): boolean {
  return pages.has(type) || isAddressed(type);
}

export function iconOf(type: string): LucideIcon {
  return pages.get(type)?.icon ?? ICONS[type] ?? (type.endsWith('Service') ? Server : CircleHelp);
}

/** Types without a file in `types/` whose name in the API is not what people call them. */
const RENAMED = [
  ...(['apiService', 'mlmodelService', 'llmService', 'mcpService'] as const),
  ...(['eventsubscription', 'THREAD', 'kpi', 'scim'] as const),
];

/** What people call the type: "Database schema". */
export function nameOfType(type: string): string {
  const known = RENAMED.find((one) => one === type);
  const words = pages.get(type)?.title() ?? (known ? say(entityTitles)(`one.${known}`) : spaced(type));
  return upperFirst(words);
}

/** Types without a file in `types/` whose plural is in `entityTitles`. */
const WITH_PLURAL = [
  ...(['dataProduct', 'domain', 'glossary', 'glossaryTerm', 'classification', 'tag', 'query', 'user', 'team'] as const),
] as const;

/** What people call several of them: "Database schemas". */
export function namesOfType(type: string): string {
  const t = say(entityTitles);
  const known = WITH_PLURAL.find((one) => one === type);
  if (known) return t(`many.${known}`);
  if (type.endsWith('Service')) return t('many.service', { service: nameOfType(type) });
  return pages.get(type)?.plural() ?? nameOfType(type);
}
