import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { endOtherSessions, endOwnSession, getSessions, type OwnSessionView } from '#protocol/myInfo.ts'
import '#client/ui/listRow.css'

export const sessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: async ({ signal }) => (await callApi(getSessions, {}, { signal })).sessions,
  refetchOnMount: 'always',
})

function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) => callApi(endOwnSession, { sessionId }),
    ...useSessionsUpdate(),
  })
}

/** Ends all sessions of the user except this one. */
function useEndOtherSessions() {
  return useMutation({ mutationFn: () => callApi(endOtherSessions, {}), ...useSessionsUpdate() })
}

/** Caches the remaining sessions from the response. */
function useSessionsUpdate() {
  const cache = useQueryClient()
  return {
    onSuccess: ({ sessions }: { sessions: OwnSessionView[] }) =>
      void cache.setQueryData(sessionsQuery.queryKey, sessions),
    // The session may have expired meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  }
}

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
        {hasOthers && (
          <div className="my-info__footer">
            {hiddenCount > 0 && (
              <Button kind="quiet" onClick={showAll}>
                {t('myInfo.moreSessions', { count: hiddenCount })}
              </Button>
            )}
            <Button busy={endOthersMutation.isPending} onClick={endAllOthers}>
              {t('myInfo.endOtherSessions')}
            </Button>
          </div>
        )}
      </Card>
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
        <Button
          kind="quiet"
          busy={isEnding}
          aria-label={t('myInfo.endSessionOf', { device })}
          onClick={onEnd}
        >
          {t('myInfo.endSession')}
        </Button>
      )}
    </li>
  )
}

const SESSIONS_AT_FIRST = 5

/** A session lasts a week, so there may be many. Shows the most recently used ones; the others on request. */
export function visibleSessions<Session>(sessions: readonly Session[], showsAll: boolean) {
  // One more row takes no more space than the button.
  if (showsAll || sessions.length <= SESSIONS_AT_FIRST + 1) return { visible: sessions, hiddenCount: 0 }
  return { visible: sessions.slice(0, SESSIONS_AT_FIRST), hiddenCount: sessions.length - SESSIONS_AT_FIRST }
}
