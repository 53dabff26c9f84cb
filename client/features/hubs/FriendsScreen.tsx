import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { hasLeft } from '#client/live/unread.reducer.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { authAtom } from '#client/session/session.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { GatheringPanel } from './GatheringPanel.tsx'
import { HubRows } from './HubRows.tsx'
import { useLiveHubs } from './hubs.live.ts'
import { hubPageQuery } from './hubs.queries.ts'
import { hubListAtom } from './hubs.state.ts'
import { MeRow } from './MeRow.tsx'
import { useGathering } from './useGathering.ts'
import './hubs.css'

const HUB_ROW_PX = 83

interface Saying {
  kind: 'status' | 'error'
  text: string
}

export function FriendsScreen() {
  const { page, goToPage } = usePageInAddress()
  const friends = useQuery(hubPageQuery(page))
  const { userNo } = useAtomValue(authAtom)
  const numbers = useAtomValue(unreadNumbersAtom)
  const setHubList = useSetAtom(hubListAtom)
  const gathering = useGathering()
  const [chosen, setChosen] = useState<HubView | null>(null)
  const [saying, setSaying] = useState<Saying | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const messageLine = useRef<HTMLDivElement>(null)
  useAnsweredPage(friends.isPlaceholderData ? undefined : friends.data?.pageIndex)
  useLiveHubs(userNo)

  useEffect(() => {
    setHubList(list => ({ ...list, curPageNo: page }))
  }, [page, setHubList])

  const hubs = friends.data?.hubs ?? []
  const isEmpty = friends.data?.hubs.length === 0
  const isOnlyPage = friends.data?.pageIndex.lastPageNum === 1
  // As the page tells it now; from another page, as it was when it was chosen.
  const onPage = hubs.find(({ hubNo }) => hubNo === chosen?.hubNo)
  const growing = onPage ?? chosen
  if (chosen && hasLeft(numbers, chosen.hubNo)) setChosen(null)

  function grow(hub: HubView) {
    setChosen(chosen?.hubNo === hub.hubNo ? null : hub)
    setSaying(null)
    searchInput.current?.focus()
  }

  function startOver() {
    gathering.clear()
    setChosen(null)
    setSaying(null)
  }

  function finish(text: string) {
    startOver()
    setSaying({ kind: 'status', text })
    // The button that was pressed is gone.
    messageLine.current?.focus({ preventScroll: true })
  }

  function refuse(text: string) {
    setSaying({ kind: 'error', text })
    // Who is in it by now is told by its row, on another page.
    if (onPage === undefined) setChosen(null)
  }

  return (
    <div className="friends">
      <ScreenTitle title={t('hubs.title')} />
      {friends.data && <MeRow me={friends.data.me} />}
      {friends.isPending && <SkeletonRows rows={HUBS_PER_PAGE} height={HUB_ROW_PX} />}
      {friends.isError && !friends.data && (
        <>
          <p className="friends__header-error">{t('hubs.loadFailedHeader')}</p>
          <ErrorState onRetry={() => void friends.refetch()} busy={friends.isFetching}>
            {t('hubs.loadFailed')} {failureText(friends.error)}
          </ErrorState>
        </>
      )}
      {isEmpty && isOnlyPage && <EmptyState>{t('hubs.empty')}</EmptyState>}
      {/* An emptied last page gives way to the one before it. */}
      {isEmpty && !isOnlyPage && <SkeletonRows rows={1} height={HUB_ROW_PX} />}
      {friends.data && hubs.length > 0 && (
        <>
          <HubRows
            key={friends.data.pageIndex.curPageNum}
            hubs={hubs}
            page={page}
            isWaiting={friends.isPlaceholderData}
            growingHubNo={growing?.hubNo ?? null}
            onAddFriends={grow}
            onLeft={startOver}
          />
          <PageIndex index={friends.data.pageIndex} onGo={goToPage} />
        </>
      )}
      <GatheringPanel
        gathering={gathering}
        growing={growing}
        page={page}
        searchInput={searchInput}
        onStopGrowing={() => setChosen(null)}
        onReload={() => void friends.refetch()}
        onTry={() => setSaying(null)}
        onCreated={() => {
          goToPage(1)
          finish(t('hubs.created'))
        }}
        onAdded={() => finish(t('hubs.added'))}
        onRefused={refuse}
        onFailed={error => setSaying({ kind: 'error', text: failureText(error) })}
      />
      <div ref={messageLine} tabIndex={-1}>
        <Message kind={saying?.kind ?? 'status'}>{saying?.text}</Message>
      </div>
    </div>
  )
}
