import { addressOf } from '../data/addresses/addresses.js';
import { useNavigate } from '../data/addresses/use-address.js';
import { prefetchPages, usePages } from '../data/use-pages.js';
import { Link } from '../kit/link.js';
import type { Column } from '../kit/lists/grid.js';
import { PagedGrid } from '../kit/lists/paged-grid.js';
import { Empty } from '../kit/states/states.js';
import { plainText } from '../kit/texts/markdown.js';
import { useWords } from '../words/define-words.js';
import { contentsWords } from '../words/entities/contents.js';
import { entityOperations } from './entity-operations.js';
import type { Entity, TabPage } from './entity-page.js';
import { ReferenceChips } from './fields/chips.js';
import { nameOf, references } from './fields/values.js';
import { TypeIcon } from './type-icon.js';

interface Contents {
  /** Type and collection of what is listed. */
  type: string;
  path: string;
  /** The parameter of its list that names the container: `databaseSchema`. */
  parameter: string;
}

/** A list of tables has all their columns. */
const SIZE = 50;

/** The tab with the contents of an entity, such as the tables of a schema. */
export function contentsTab(contents: Contents): TabPage {
  const Tab: TabPage = ({ entity }) => (
    <ContentsList key={entity.id} contents={contents} fqn={entity.fullyQualifiedName} />
  );
  Tab.ahead = (fqn) => prefetchPages(...listOf(contents, fqn), SIZE);
  return Tab;
}

function listOf({ path, parameter }: Contents, fqn: string) {
  return [entityOperations(path).list, { query: { [parameter]: fqn, fields: 'owners' } }] as const;
}

function ContentsList({ contents, fqn }: { contents: Contents; fqn: string }) {
  const t = useWords(contentsWords);
  const navigate = useNavigate();
  const { type } = contents;
  const pages = usePages(...listOf(contents, fqn), SIZE);
  const columns: Column<Entity>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(160px, 1fr)',
      sort: nameOf,
      cell: (one) => (
        <>
          <TypeIcon type={type} />
          <Link to={addressOf(type, one.fullyQualifiedName)}>{nameOf(one)}</Link>
        </>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(160px, 2fr)',
      cell: ({ description }) => plainText(String(description ?? '')).slice(0, 200),
    },
    {
      key: 'owners',
      title: t('owners'),
      width: 'minmax(120px, 0.8fr)',
      wideOnly: true,
      cell: (one) => <ReferenceChips references={references(one, 'owners')} most={2} />,
    },
  ];
  return (
    <PagedGrid
      of={pages}
      label={t('contents')}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={nameOf}
      onOpen={(one) => void navigate(addressOf(type, one.fullyQualifiedName))}
      empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
    />
  );
}
