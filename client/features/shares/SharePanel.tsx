import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { isAlone } from '#client/features/hubs/hubs.members.ts'
import { useStableRows } from '#client/features/hubs/useStableRows.ts'
import { PublicLinkSection } from '#client/features/publicLinks/PublicLinkSection.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import { SHARE_HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ShareRow } from './ShareRow.tsx'
import { registerPanel } from './shares.messages.ts'
import { type ShareHubsPage, shareHubsQuery, useLiveSharing, useShareSearch } from './shares.queries.ts'
import './shares.css'

const ROW_PX = 72

const NOBODY: readonly number[] = []

interface SharePanelProps {
  noteNo: number
}

/** Lists the rooms of the author, and in which of them the note is shared. */
export function SharePanel({ noteNo }: SharePanelProps) {
  const [page, setPage] = useState(1)
  const [statusMessage, setStatusMessage] = useState<StatusMessage | null>(null)
  const { userNo } = useAtomValue(authAtom)
  const search = useShareSearch(() => setPage(1))
  const hubs = useQuery(shareHubsQuery(noteNo, search.query, page))
  const isSearching = search.query !== undefined
  const hasSeveralPages = (hubs.data?.pageIndex.lastPageNum ?? 1) > 1
  const sharedCount = hubs.data?.shared.length ?? 0
  useLiveSharing(noteNo, userNo)
  useEffect(
    () =>
      registerPanel(noteNo, {
        showStatus: text => setStatusMessage({ kind: 'status', text }),
        showError: error => setStatusMessage({ kind: 'error', text: failureText(error) }),
      }),
    [noteNo],
  )

  return (
    <section className="share-panel" aria-label={t('shares.panel')}>
      <h2 className="share-panel__title">{t('shares.panel')}</h2>
      {(hasSeveralPages || search.typed !== '') && (
        <div className="share-panel__search">
          <SearchField label={t('shares.findRooms')} value={search.typed} onChange={search.type} />
        </div>
      )}
      {hubs.isPending && <SkeletonRows rows={SHARE_HUBS_PER_PAGE} height={ROW_PX} />}
      <LoadFailure query={hubs} />
      {isSearching && hubs.data?.hubs.length === 0 && <EmptyState>{t('shares.noRoomsFound')}</EmptyState>}
      {hubs.data && !isSearching && hasNoFriends(hubs.data, userNo) && (
        <EmptyState action={<ButtonLink to={paths.friends}>{t('shares.toFriends')}</ButtonLink>}>
          {t('shares.noFriends')}
        </EmptyState>
      )}
      {hubs.data && (isSearching ? hubs.data.hubs.length > 0 : !hasNoFriends(hubs.data, userNo)) && (
        <>
          <ShareRows
            key={`${search.query} ${hubs.data.pageIndex.curPageNum}`}
            noteNo={noteNo}
            page={hubs.data}
            isWaiting={hubs.isPlaceholderData}
          />
          <div className="share-panel__footer">
            <div className="share-panel__status">
              <Message kind={statusMessage?.kind ?? 'status'}>{statusMessage?.text}</Message>
              {!statusMessage && sharedCount > 0 && <p>{t('notes.sharedCount', { count: sharedCount })}</p>}
            </div>
            {hubs.data.pageIndex.lastPageNum > 1 && <PageIndex index={hubs.data.pageIndex} onGo={setPage} />}
          </div>
        </>
      )}
      <PublicLinkSection noteNo={noteNo} />
    </section>
  )
}

interface StatusMessage {
  kind: 'status' | 'error'
  text: string
}

interface ShareRowsProps {
  noteNo: number
  page: ShareHubsPage
  isWaiting: boolean
}

function ShareRows({ noteNo, page, isWaiting }: ShareRowsProps) {
  const stable = useStableRows(page.hubs)
  return (
    <ul className="share-panel__list" aria-busy={isWaiting} {...stable.listProps}>
      {stable.rows.map(({ hub, isGone }) => (
        <ShareRow
          key={hub.hubNo}
          noteNo={noteNo}
          hub={hub}
          isGone={isGone}
          isShared={page.shared.includes(hub.hubNo)}
          isWritable={page.writing?.includes(hub.hubNo) ?? false}
          readCount={page.readCounts.get(hub.hubNo) ?? 0}
          readerNos={page.readers.get(hub.hubNo) ?? NOBODY}
        />
      ))}
    </ul>
  )
}

/** Whether no room has another member. Further pages are unknown, so they count as rooms with members. */
function hasNoFriends({ hubs, pageIndex }: ShareHubsPage, myNo: number): boolean {
  return pageIndex.lastPageNum === 1 && hubs.every(hub => isAlone(hub, myNo))
}
