import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { isAlone } from '#client/features/hubs/hubs.members.ts'
import { useStableRows } from '#client/features/hubs/useStableRows.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { SHARE_HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ShareRow } from './ShareRow.tsx'
import type { ShareHubsPage } from './shares.cache.ts'
import { useLiveSharing } from './shares.live.ts'
import { openPanel } from './shares.messages.ts'
import { shareHubsQuery } from './shares.queries.ts'
import { useShareSearch } from './useShareSearch.ts'
import './shares.css'

const ROW_PX = 93
const NOBODY: readonly number[] = []

interface SharePanelProps {
  noteNo: number
  /** What it stands in bears its title. */
  isTitled?: boolean
}

/** In which rooms a note of one's own is shared, for its author. */
export function SharePanel({ noteNo, isTitled = false }: SharePanelProps) {
  const [page, setPage] = useState(1)
  const [saying, setSaying] = useState<Saying | null>(null)
  const { userNo } = useAtomValue(authAtom)
  const search = useShareSearch(() => setPage(1))
  const hubs = useQuery(shareHubsQuery(noteNo, search.query, page))
  const isFound = search.query !== undefined
  const areMany = (hubs.data?.pageIndex.lastPageNum ?? 1) > 1
  const sharedCount = hubs.data?.shared.length ?? 0
  useLiveSharing(noteNo, userNo)
  useEffect(
    () =>
      openPanel(noteNo, {
        say: text => setSaying({ kind: 'status', text }),
        fail: error => setSaying({ kind: 'error', text: failureText(error) }),
      }),
    [noteNo],
  )

  return (
    <section className="share-panel" aria-label={t('shares.panel')}>
      <div className="share-panel__head">
        {!isTitled && <h2>{t('shares.panel')}</h2>}
        <p>{sharedCount > 0 && t('notes.sharedCount', { count: sharedCount })}</p>
      </div>
      {(areMany || search.typed !== '') && (
        <SearchField label={t('shares.findRooms')} value={search.typed} onChange={search.type} />
      )}
      {hubs.isPending && <SkeletonRows rows={SHARE_HUBS_PER_PAGE} height={ROW_PX} />}
      <LoadFailure query={hubs} />
      {isFound && hubs.data?.hubs.length === 0 && <EmptyState>{t('shares.noRoomsFound')}</EmptyState>}
      {hubs.data && !isFound && hasNoFriends(hubs.data, userNo) && (
        <EmptyState action={<ButtonLink to={paths.friends}>{t('shares.toFriends')}</ButtonLink>}>
          {t('shares.noFriends')}
        </EmptyState>
      )}
      {hubs.data && (isFound ? hubs.data.hubs.length > 0 : !hasNoFriends(hubs.data, userNo)) && (
        <>
          <ShareRows
            key={`${search.query} ${hubs.data.pageIndex.curPageNum}`}
            noteNo={noteNo}
            page={hubs.data}
            isWaiting={hubs.isPlaceholderData}
          />
          <Message kind={saying?.kind ?? 'status'}>{saying?.text}</Message>
          {hubs.data.pageIndex.lastPageNum > 1 && <PageIndex index={hubs.data.pageIndex} onGo={setPage} />}
        </>
      )}
    </section>
  )
}

interface Saying {
  kind: 'status' | 'error'
  text: string
}

interface ShareRowsProps {
  noteNo: number
  page: ShareHubsPage
  isWaiting: boolean
}

function ShareRows({ noteNo, page, isWaiting }: ShareRowsProps) {
  const held = useStableRows(page.hubs)
  return (
    <ul className="share-panel__list" aria-busy={isWaiting} {...held.listProps}>
      {held.rows.map(({ hub, isGone }) => (
        <ShareRow
          key={hub.hubNo}
          noteNo={noteNo}
          hub={hub}
          isGone={isGone}
          isShared={page.shared.includes(hub.hubNo)}
          readCount={page.readCounts.get(hub.hubNo) ?? 0}
          readerNos={page.readers.get(hub.hubNo) ?? NOBODY}
        />
      ))}
    </ul>
  )
}

/** In no room with anybody else; what lies on further pages is not known, so it counts as friends. */
function hasNoFriends({ hubs, pageIndex }: ShareHubsPage, myNo: number): boolean {
  return pageIndex.lastPageNum === 1 && hubs.every(hub => isAlone(hub, myNo))
}
