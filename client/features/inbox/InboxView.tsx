import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { newNotificationsAtom } from '#client/live/counts.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { formatClock, formatDayName } from '#client/platform/language/time.ts'
import { useGoBack, useQueryParameters } from '#client/platform/router/navigation.tsx'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FilterChip } from '#client/ui/ListFilters.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { useDayChange } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { type NotificationFilter, type NotificationView, notificationFilters } from '#protocol/inbox.ts'
import { InboxSettings } from './InboxSettings.tsx'
import { groupByDay, useInbox, useMarkSeen } from './inbox.queries.ts'
import { NotificationItem } from './NotificationItem.tsx'
import './inbox.css'

const ROW_PX = 72

const EMPTY = { all: 'inbox.empty', new: 'inbox.noneNew', toMe: 'inbox.noneToMe' } as const

/** Filter and settings, kept in the URL by the screen and in memory by the panel. */
interface InboxViewState {
  /** Undefined shows all. */
  only: NotificationFilter | undefined
  setFilter: (only: NotificationFilter | undefined) => void
  isSettingsOpen: boolean
  setSettingsOpen: (isSettingsOpen: boolean) => void
}

interface InboxViewProps {
  title: ReactNode
  state: InboxViewState
  dayHeading: 'h2' | 'h3'
  /** The close button. */
  closing?: ReactNode
  /** Called when the user opens a notification. */
  onLeave?: () => void
}

/** The list as of opening. New notifications wait until the user asks for them. */
export function InboxView({ title, state, dayHeading, closing, onLeave }: InboxViewProps) {
  const count = useAtomValue(newNotificationsAtom)
  const { only, isSettingsOpen } = state
  const { list, notifications, waitingCount, showWaiting } = useInbox(only)
  const markSeen = useMarkSeen()
  const newestAt = notifications?.[0]?.at

  function openNotification(target: string) {
    markSeen.one.mutate(target)
    onLeave?.()
  }

  return (
    <>
      <div className="inbox__header">
        {title}
        {count > 0 && newestAt && only === undefined && !isSettingsOpen && (
          <Button kind="quiet" busy={markSeen.all.isPending} onClick={() => markSeen.all.mutate(newestAt)}>
            {t('inbox.seeAll')}
          </Button>
        )}
        <Button
          kind="quiet"
          className="inbox__tool"
          aria-label={t('inbox.settings')}
          aria-pressed={isSettingsOpen}
          onClick={() => state.setSettingsOpen(!isSettingsOpen)}
        >
          <ToolIcon name="settings" />
        </Button>
        {closing}
      </div>
      {isSettingsOpen ? (
        <InboxSettings heading={dayHeading} />
      ) : (
        <>
          <NotificationFilters only={only} newCount={count} onChoose={state.setFilter} />
          <div className="inbox__waiting" role="status">
            {waitingCount > 0 && (
              <Button kind="primary" onClick={() => void showWaiting()}>
                {t('inbox.waiting', { count: waitingCount })}
              </Button>
            )}
          </div>
          <div className="inbox__list">
            {count > 0 && markSeen.all.error && (
              <Message kind="error">{failureText(markSeen.all.error)}</Message>
            )}
            <LoadFailure query={list} title={t('inbox.loadFailed')} />
            {list.isPending && <SkeletonRows rows={5} height={ROW_PX} />}
            {notifications?.length === 0 && !list.hasNextPage && (
              <EmptyState drawing="inbox">{t(EMPTY[only ?? 'all'])}</EmptyState>
            )}
            {notifications && notifications.length > 0 && (
              <NotificationList
                notifications={notifications}
                dayHeading={dayHeading}
                onChoose={openNotification}
              />
            )}
            {list.hasNextPage && (
              <div className="inbox__more">
                <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t('inbox.older')}
                </Button>
              </div>
            )}
            {notifications && notifications.length > 0 && (
              <p className="inbox__retention">{t('inbox.kept')}</p>
            )}
          </div>
        </>
      )}
    </>
  )
}

const LABELS = { all: 'inbox.all', new: 'inbox.onlyNew', toMe: 'inbox.toMe' } as const

interface NotificationFiltersProps {
  /** Undefined shows all. */
  only: NotificationFilter | undefined
  newCount: number
  onChoose: (only: NotificationFilter | undefined) => void
}

function NotificationFilters({ only, newCount, onChoose }: NotificationFiltersProps) {
  return (
    <div className="inbox__filters">
      {[undefined, ...notificationFilters].map(filter => (
        <FilterChip
          key={filter ?? 'all'}
          isOn={filter === only}
          onChoose={() => onChoose(filter)}
          count={filter === 'new' && newCount > 0 ? formatBadgeCount(newCount) : undefined}
        >
          {t(LABELS[filter ?? 'all'])}
        </FilterChip>
      ))}
    </div>
  )
}

interface NotificationListProps {
  /** One level below the title. */
  dayHeading: 'h2' | 'h3'
  notifications: readonly NotificationView[]
  /** Called when the user opens a notification. */
  onChoose: (target: string) => void
}

function NotificationList({ notifications, dayHeading: DayHeading, onChoose }: NotificationListProps) {
  const { language } = useLanguage()
  useDayChange()
  const now = Date.now()

  return groupByDay(notifications, at => formatDayName(at, language, now)).map(day => (
    <section className="inbox__day" key={day.day}>
      <DayHeading className="inbox__day-name">{day.day}</DayHeading>
      <ul>
        {day.notifications.map(notification => (
          <NotificationItem
            key={notification.thing}
            notification={notification}
            older={formatClock}
            onChoose={() => onChoose(notification.thing)}
          />
        ))}
      </ul>
    </section>
  ))
}

export function InboxScreen() {
  const state = useInboxStateInUrl()
  return (
    <div className="inbox-screen">
      <InboxView title={<ScreenTitle title={t('inbox.title')} />} state={state} dayHeading="h2" />
    </div>
  )
}

/** Keeps filter and settings in the URL, so that "back" leads to the filtered list. */
function useInboxStateInUrl(): InboxViewState {
  const [params, goTo] = useQueryParameters()
  const goToList = useGoBack(paths.inbox)
  const only = notificationFilters.find(filter => filter === params.get('only'))
  return {
    only,
    setFilter: nextFilter => goTo(new URLSearchParams(nextFilter && { only: nextFilter })),
    isSettingsOpen: params.has('settings'),
    setSettingsOpen(isSettingsOpen) {
      if (isSettingsOpen) goTo(new URLSearchParams({ ...(only && { only }), settings: '' }))
      else goToList()
    },
  }
}
