import { useAtomValue } from 'jotai'
import { openedNotesAtom } from '#client/live/openedNotes.ts'
import { useSeenReport } from '#client/live/useSeenReport.ts'
import { paths } from '#client/paths.ts'
import type { DiscussionPage } from './discussion.cache.ts'
import { readUpTo } from './discussion.queries.ts'
import { SharedNoteList } from './SharedNoteList.tsx'
import { usePinning } from './usePinning.ts'
import { useReading } from './useReading.ts'
import { useWithdrawalNews } from './useWithdrawalNews.ts'

interface SharedNotesProps {
  hubNo: number
  page: DiscussionPage
  /** The notes of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
}

/** The notes shared in a hub, which are read as they are shown. */
export function SharedNotes({ hubNo, page, isWaiting, onGo }: SharedNotesProps) {
  const reading = useReading(page)
  useWithdrawalNews(hubNo, reading.shown)
  const opened = useAtomValue(openedNotesAtom)
  const pinning = usePinning(hubNo, page.pinned)
  const { shownUpTo } = reading
  const isFirstPage = page.pageIndex.curPageNum === 1
  // A first page without notes of others tells that there is nothing to read.
  useSeenReport(isFirstPage || shownUpTo > 0 ? shownUpTo : null, seq => readUpTo(hubNo, seq))

  return (
    <SharedNoteList
      pageIndex={page.pageIndex}
      reading={reading}
      total={page.total}
      opened={opened}
      pinning={pinning}
      linkTo={noteNo => paths.noteInHub(noteNo, hubNo)}
      isWaiting={isWaiting}
      onGo={onGo}
    />
  )
}
