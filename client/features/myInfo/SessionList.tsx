import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { OwnSessionView } from '#protocol/myInfo.ts'
import { visibleSessions } from './myInfo.rules.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './sessions.queries.ts'
import '#client/ui/listRow.css'

const ROW_PX = 68

/** The user's sessions, with buttons to end them. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  const endMutation = useEndSession()
  const endOthersMutation = useEndOtherSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const { visible, hiddenCount } = visibleSessions(sessions.data ?? [], showsAll)

  function endOne(sessionId: string) {
    endMutation.mutate(sessionId)
    // The pressed button disappears with its row, so move the focus.
    heading.current?.focus({ preventScroll: true })
  }

  function endAllOthers() {
    endOthersMutation.mutate()
    heading.current?.focus({ preventScroll: true })
  }

  function showAll() {
    setShowsAll(true)
    heading.current?.focus({ preventScroll: true })
  }

  const hasOthers = (sessions.data?.length ?? 0) > 1
  const failure = endMutation.error ?? endOthersMutation.error
  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('myInfo.sessions')}
      </h2>
      <p className="my-info__lead">{t('myInfo.sessionsLead')}</p>
      <Card padded={false}>
        {sessions.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={sessions} />
        <ul>
          {visible.map(session => (
            <SessionRow
              key={session.sessionId}
              session={session}
              isEnding={endMutation.isPending && endMutation.variables === session.sessionId}
              onEnd={() => endOne(session.sessionId)}
            />
          ))}
        </ul>
        {hiddenCount > 0 && (
          <div className="my-info__more">
            <Button kind="quiet" onClick={showAll}>
              {t('myInfo.moreSessions', { count: hiddenCount })}
            </Button>
          </div>
        )}
      </Card>
      {hasOthers && (
        <div className="my-info__end-others">
          <Button busy={endOthersMutation.isPending} onClick={endAllOthers}>
            {t('myInfo.endOtherSessions')}
          </Button>
        </div>
      )}
      {failure && <Message kind="error">{failureText(failure)}</Message>}
    </section>
  )
}

interface SessionRowProps {
  session: OwnSessionView
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, lastSeen, isCurrent, stays } = session
  return (
    <li className="list-row">
      <div className="list-row__text">
        <p className="list-row__title">{device}</p>
        <p className="list-row__meta">
          <span>
            {t('myInfo.lastSeen')} <RelativeTime at={lastSeen} />
          </span>
          {stays && <span>{t('myInfo.staysSignedIn')}</span>}
        </p>
      </div>
      {isCurrent ? (
        <span className="my-info__mark">{t('myInfo.thisDevice')}</span>
      ) : (
        <Button busy={isEnding} aria-label={t('myInfo.endSessionOf', { device })} onClick={onEnd}>
          {t('myInfo.endSession')}
        </Button>
      )}
    </li>
  )
}
