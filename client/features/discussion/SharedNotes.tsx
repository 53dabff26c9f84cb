import { useAtomValue } from 'jotai'
import { paths } from '#client/app/paths.ts'
import { openedNotesAtom } from '#client/platform/opened.ts'
import type { DiscussionPage } from './discussion.cache.ts'
import { SharedNoteList } from './SharedNoteList.tsx'
import { useMarkingRead } from './useMarkingRead.ts'
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
  const { shownUpTo } = reading
  const isFirstPage = page.pageIndex.curPageNum === 1
  useMarkingRead(hubNo, isFirstPage || shownUpTo > 0 ? shownUpTo : null)

  return (
    <SharedNoteList
      pageIndex={page.pageIndex}
      reading={reading}
      total={page.total}
      opened={opened}
      linkTo={noteNo => paths.noteInHub(noteNo, hubNo)}
      isWaiting={isWaiting}
      onGo={onGo}
    />
  )
}
