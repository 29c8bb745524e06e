import { TextInput } from '@mantine/core';
import { countDomainAssets, createDomain, listDomainHierarchy } from 'cairn/client';
import { Shapes } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { containersOfFqn } from '../../../data/addresses/fqn.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import { nameOf } from '../../../entities/fields/values.js';
import { EntityFrame } from '../../../entities/frame/entity-frame.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Tree, type TreeRow } from '../../../kit/lists/tree.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import { GovernFrame } from '../parts/govern-frame.js';
import { useOpenFqn } from '../parts/open-fqn.js';
import { Overview } from '../parts/overview.js';
import { domainType } from '../types.js';

const MOST = 1000;

/** What the tree is answered of each domain. */
interface DomainNode {
  name: string;
  displayName?: string;
  fullyQualifiedName?: string;
  description?: string;
  children?: DomainNode[];
}

export function DomainsPage() {
  const t = useWords(governWords);
  const fqn = useOpenFqn(domainType);
  const answer = useOperation(listDomainHierarchy, { query: { limit: MOST } });
  const nodes = (data: readonly object[]) => data as readonly DomainNode[];
  return (
    <GovernFrame
      label={t('domains')}
      chosen={fqn !== undefined}
      list={<Async of={answer}>{({ data }) => <DomainTree domains={nodes(data)} open={fqn} />}</Async>}
    >
      {fqn === undefined ? (
        <Async of={answer}>{({ data }) => <AllDomains domains={nodes(data)} />}</Async>
      ) : (
        <EntityFrame key={fqn} page={domainType} />
      )}
    </GovernFrame>
  );
}

function DomainTree({ domains, open }: { domains: readonly DomainNode[]; open: string | undefined }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setOpened((now) => new Set([...now, ...containersOfFqn(open ?? '')])), [open]);
  const wanted = text.trim().toLowerCase();
  const rows: TreeRow[] = [];
  const add = (list: readonly DomainNode[], depth: number) => {
    for (const domain of list) {
      const key = domain.fullyQualifiedName ?? domain.name;
      const children = domain.children ?? [];
      const isOpen = wanted !== '' || opened.has(key);
      const fits = wanted === '' || nameOf(domain).toLowerCase().includes(wanted);
      const inside = rows.length;
      rows.push({
        key,
        label: nameOf(domain),
        depth,
        open: children.length > 0 ? isOpen : undefined,
        icon: <TypeIcon type={domainType.type} size={14} />,
      });
      if (isOpen) add(children, depth + 1);
      if (!fits && rows.length === inside + 1) rows.pop();
    }
  };
  add(domains, 0);
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('findDomain')}
        placeholder={t('findDomain')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Tree
        label={t('domains')}
        rows={rows}
        selected={open}
        onSelect={(key) => void navigate(addressOf(domainType.type, key))}
        onToggle={(key) =>
          setOpened((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])))
        }
      />
    </>
  );
}

function AllDomains({ domains }: { domains: readonly DomainNode[] }) {
  const t = useWords(governWords);
  const assets = useOperation(countDomainAssets, {}).data?.value;
  return (
    <Overview
      title={t('domains')}
      add={<AddDomain />}
      type={domainType.type}
      cards={domains.map((domain) => {
        const fqn = domain.fullyQualifiedName ?? domain.name;
        const count = Number(assets?.[fqn] ?? 0);
        const counts = assets ? t('assetCount', { count, shown: formatNumber(count) }) : undefined;
        return { fqn, name: nameOf(domain), about: domain.description, counts };
      })}
      empty={
        <Empty icon={Shapes} title={t('noDomains')}>
          {t('noDomainsText')}
        </Empty>
      }
    />
  );
}

/** Adds a domain, below another one if that is given. */
export function AddDomain({ parent }: { parent?: string }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  async function create(named: Named) {
    const domain = await cairn.call(createDomain, {
      body: { ...named, domainType: 'Aggregate', ...(parent === undefined ? {} : { parent }) },
    });
    await refresh(listDomainHierarchy, countDomainAssets);
    void navigate(addressOf(domainType.type, domain.fullyQualifiedName ?? domain.name));
  }
  return <CreateButton resource={domainType.type} label={t(parent ? 'addSubdomain' : 'addDomain')} create={create} />;
}
