import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import { isAdministrator } from '#protocol/access.ts'
import type { PartState, ServerStatus } from '#protocol/administration.ts'
import { statusQuery } from './administration.queries.ts'
import { formatBytes, uptimeText } from './status.texts.ts'
import './status.css'

/** For administrators only; the server checks this as well. */
export function StatusScreen() {
  const auth = useAtomValue(authAtom)
  return isAdministrator(auth) ? <Status /> : <Redirect to={paths.home} />
}

const ROW_PX = 70
const ROWS = 8

function Status() {
  const status = useQuery(statusQuery)
  return (
    <div className="status">
      <div className="status__header">
        <ScreenTitle title={t('status.title')} />
        <ButtonLink to={paths.administration} kind="quiet">
          {t('administration.back')}
        </ButtonLink>
      </div>
      <div className="status__bar">
        <div>
          <p className="status__summary" role="status">
            {status.data && summaryText(status.data)}
          </p>
          {status.data && (
            <p className="status__checked">
              {t('status.checked')}: <RelativeTime at={status.dataUpdatedAt} />
            </p>
          )}
        </div>
        <Button busy={status.isFetching} onClick={() => void status.refetch()}>
          {t('status.refresh')}
        </Button>
      </div>
      <LoadFailure query={status} title={t('status.loadFailed')} />
      {status.isPending && <SkeletonRows rows={ROWS} height={ROW_PX} />}
      {status.data && <PartList status={status.data} />}
    </div>
  )
}

function summaryText({ node, nodes, database, redis, disk, mail, push, backup }: ServerStatus): string {
  const parts = [node, nodes, database, redis, disk, mail, push, backup]
  const count = parts.filter(({ state }) => state === 'warning').length
  return count === 0 ? t('status.allGood') : t('status.warnings', { count })
}

function PartList({ status }: { status: ServerStatus }) {
  const { node, nodes, database, redis, disk, mail, push, backup } = status
  return (
    <Card padded={false}>
      <ul aria-label={t('status.parts')}>
        <Part name={t('status.node')} state={node.state}>
          <Facts facts={[t('status.release', { release: node.release }), uptimeText(node.uptimeS)]} />
        </Part>
        <Part name={t('status.nodes')} state={nodes.state}>
          <Nodes own={node} {...nodes} />
        </Part>
        <Part name={t('status.database')} state={database.state}>
          <Database {...database} />
        </Part>
        <Part name={t('status.redis')} state={redis.state}>
          {redis.state === 'off' && t('status.redisOff')}
          {redis.state === 'warning' && t('status.redisFailed')}
          {redis.latencyMs !== null && t('status.latency', { latency: redis.latencyMs })}
        </Part>
        <Part name={t('status.disk')} state={disk.state}>
          <Disk {...disk} />
        </Part>
        <Part name={t('status.mail')} state={mail.state}>
          {t(MAIL_TEXTS[mail.state])}
        </Part>
        <Part name={t('status.push')} state={push.state}>
          {push.state === 'off' ? t('status.pushOff') : t('status.pushOn')}
        </Part>
        <Part name={t('status.backup')} state={backup.state}>
          <Backup {...backup} />
        </Part>
      </ul>
    </Card>
  )
}

const ICONS = { good: 'check', warning: 'warning', off: 'off' } as const satisfies Record<
  PartState,
  ToolIconName
>

function Part({ name, state, children }: { name: string; state: PartState; children: ReactNode }) {
  return (
    <li className="status-part">
      <span className={`status-part__icon status-part__icon--${state}`}>
        <ToolIcon name={ICONS[state]} />
      </span>
      <h2 className="status-part__name">{name}</h2>
      <span className={`status-part__state status-part__state--${state}`}>{t(`status.${state}`)}</span>
      <div className="status-part__details">{children}</div>
    </li>
  )
}

const MAIL_TEXTS = {
  good: 'status.mailOn',
  warning: 'status.mailFailed',
  off: 'status.mailOff',
} as const satisfies Record<PartState, string>

/** Short facts on one line. */
function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <p className="status-facts">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity beyond their place
        <span key={index}>{fact}</span>
      ))}
    </p>
  )
}

/** Enough to tell nodes apart, and to find them in logs. */
const ID_SHOWN = 8

function Nodes({ own, others, state }: ServerStatus['nodes'] & { own: ServerStatus['node'] }) {
  return (
    <>
      <p>{t('status.nodeCount', { count: others.length + 1 })}</p>
      {state === 'warning' && <p>{t('status.lastKnown')}</p>}
      <Facts
        facts={[
          <>
            <NodeName {...own} /> ({t('status.thisNode')})
          </>,
          ...others.map(other => <NodeName key={other.nodeId} {...other} />),
        ]}
      />
    </>
  )
}

function NodeName({ nodeId, release }: { nodeId: string; release: string | null }) {
  return (
    <>
      <code>{nodeId.slice(0, ID_SHOWN)}</code> {release}
    </>
  )
}

function Database({ isEmbedded, latencyMs, bytes }: ServerStatus['database']) {
  const facts = [t(isEmbedded ? 'status.embedded' : 'status.external')]
  if (latencyMs !== null) facts.push(t('status.latency', { latency: latencyMs }))
  if (bytes !== null) facts.push(t('status.size', { size: formatBytes(bytes) }))
  return (
    <>
      <Facts facts={facts} />
      {latencyMs === null && <p>{t('status.databaseFailed')}</p>}
    </>
  )
}

function Disk({ state, freeBytes, totalBytes }: ServerStatus['disk']) {
  if (freeBytes === null || totalBytes === null) return t('status.diskFailed')
  return (
    <>
      <p>{t('status.free', { free: formatBytes(freeBytes), total: formatBytes(totalBytes) })}</p>
      {state === 'warning' && <p>{t('status.diskLow')}</p>}
    </>
  )
}

function Backup({ state, latest, failure, isLate }: ServerStatus['backup']) {
  if (state === 'off') return t('status.backupOff')
  return (
    <>
      {latest === null && <p>{t('status.backupNone')}</p>}
      {latest !== null && (
        <>
          <Facts
            facts={[
              <RelativeTime key="at" at={latest.at} />,
              formatBytes(latest.bytes),
              t('status.backupVerified'),
            ]}
          />
          <p>
            <code>{latest.place}</code>
          </p>
        </>
      )}
      {isLate && <p>{t('status.backupLate')}</p>}
      {failure !== null && (
        <Facts
          facts={[
            <>
              {t('status.backupFailed')} <RelativeTime at={failure.at} />
            </>,
            <code key="reason">{failure.reason}</code>,
          ]}
        />
      )}
    </>
  )
}
