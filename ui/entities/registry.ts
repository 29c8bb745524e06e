import {
  AppWindow,
  Bell,
  Bot,
  Box,
  Boxes,
  Braces,
  ChartColumn,
  CircleCheck,
  CircleHelp,
  Cog,
  Database,
  FileText,
  Folder,
  FolderTree,
  Gauge,
  Hash,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Network,
  Package,
  Plug,
  Route,
  Search,
  Server,
  Shapes,
  Sheet,
  ShieldCheck,
  SquareFunction,
  Table2,
  Tag,
  Tags,
  UserRound,
  UsersRound,
  Workflow,
} from 'lucide-react';
import { isAddressed } from '../data/addresses/addresses.js';
import { say } from '../words/define-words.js';
import { entityTitles } from '../words/entities/entity-titles.js';
import { spaced } from '../words/format.js';
import type { EntityPage } from './entity-page.js';

/** The pages of all files of `types/`, by type. */
const pages: ReadonlyMap<string, EntityPage> = new Map(
  Object.values(import.meta.glob<Record<string, EntityPage>>('./types/**/*.tsx', { eager: true }))
    .flatMap((file) => Object.values(file))
    .map((page) => [page.type, page]),
);

export const entityPages: readonly EntityPage[] = [...pages.values()];

export function entityPage(type: string): EntityPage | undefined {
  return pages.get(type);
}

/** Signs of types that have no page yet, or whose page lists several. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  table: Table2,
  topic: MessageSquare,
  dashboard: LayoutDashboard,
  dashboardDataModel: Layers,
  chart: ChartColumn,
  pipeline: Workflow,
  mlmodel: Network,
  container: Box,
  searchIndex: Search,
  storedProcedure: SquareFunction,
  database: Database,
  databaseSchema: FolderTree,
  apiCollection: Braces,
  apiEndpoint: Route,
  metric: Gauge,
  directory: Folder,
  file: FileText,
  spreadsheet: Sheet,
  worksheet: Sheet,
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
  testCase: CircleCheck,
  testSuite: CircleCheck,
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

/** Whether something of the type can be linked to. */
export function hasPage(type: string): boolean {
  return pages.has(type) || isAddressed(type);
}

export function iconOf(type: string): LucideIcon {
  return pages.get(type)?.icon ?? ICONS[type] ?? (type.endsWith('Service') ? Server : CircleHelp);
}

/** Types that people do not call what the API calls them. */
const CALLED = [
  ...(['apiService', 'mlmodelService', 'llmService', 'mcpService'] as const),
  ...(['eventsubscription', 'THREAD', 'kpi', 'scim'] as const),
];

/** What people call the type: "Database schema". */
export function nameOfType(type: string): string {
  const known = CALLED.find((one) => one === type);
  const words = pages.get(type)?.title() ?? (known ? say(entityTitles)(`one.${known}`) : spaced(type));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Pages of what is governed come with their own code, which not every page has loaded. */
const MANY = [
  ...(['dataProduct', 'domain', 'glossary', 'glossaryTerm', 'classification', 'tag', 'query', 'user', 'team'] as const),
  ...(['databaseService', 'messagingService', 'dashboardService', 'pipelineService', 'mlmodelService'] as const),
  ...(['storageService', 'searchService', 'apiService', 'driveService'] as const),
] as const;

/** What people call several: "Database schemas". */
export function namesOfType(type: string): string {
  const known = MANY.find((one) => one === type);
  return pages.get(type)?.plural() ?? (known ? say(entityTitles)(`many.${known}`) : nameOfType(type));
}
