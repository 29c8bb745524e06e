import { listSecretReads } from 'cairn/client';
import { KeyRound } from 'lucide-react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useOperation } from '../../../data/use-operation.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import cells from '../../../kit/lists/cells.module.css';
import { Grid } from '../../../kit/lists/grid.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatTime } from '../../../words/format.js';
import { accessWords } from '../../../words/people/access.js';
import classes from '../people.module.css';

const MOST = 1000;

/** What the server records of each time that it hands out the secrets of a service. */
interface SecretRead {
  service: string;
  serviceType: string;
  bot: string;
  from: string;
  requestedBy?: string;
  timestamp: number;
}

export function SecretReadsPage() {
  const t = useWords(accessWords);
  const answer = useOperation(listSecretReads, { query: { limit: MOST } });
  return (
    <>
      <h1>{t('secretReads')}</h1>
      <p className={classes.soft}>{t('secretReadsText')}</p>
      <Async of={answer}>
        {({ data = [] }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title={t('noSecretReads')}>
              {t('noSecretReadsText')}
            </Empty>
          ) : (
            <Reads rows={data as unknown as SecretRead[]} />
          )
        }
      </Async>
    </>
  );
}

function Reads({ rows }: { rows: readonly SecretRead[] }) {
  const t = useWords(accessWords);
  return (
    <Grid
      label={t('secretReads')}
      rows={rows}
      rowKey={({ timestamp, service, bot }) => `${timestamp} ${service} ${bot}`}
      columns={[
        {
          key: 'time',
          title: t('time'),
          width: 'minmax(110px, 180px)',
          cell: ({ timestamp }) => formatTime(timestamp),
        },
        {
          key: 'service',
          title: t('service'),
          width: 'minmax(120px, 2fr)',
          sort: ({ service }) => service,
          cell: ({ service, serviceType }) => (
            <>
              <TypeIcon type={serviceType} size={14} named />
              <Link to={addressOf(serviceType, service)} className={cells.linked}>
                {service}
              </Link>
            </>
          ),
        },
        { key: 'who', title: t('who'), width: 'minmax(90px, 1fr)', sort: ({ bot }) => bot, cell: ({ bot }) => bot },
        { key: 'from', title: t('address'), width: 'minmax(90px, 1fr)', wideOnly: true, cell: ({ from }) => from },
        {
          key: 'for',
          title: t('onBehalf'),
          width: 'minmax(90px, 1fr)',
          wideOnly: true,
          cell: ({ requestedBy }) => requestedBy,
        },
      ]}
    />
  );
}
