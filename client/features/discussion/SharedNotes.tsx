import { useMutation } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useRef } from 'react'
import { useComposersInHub } from '#client/features/comments/useComposing.ts'
import { openedNotesAtom } from '#client/live/openedNotes.ts'
import { readThreadsAtom, threadId } from '#client/live/readThreads.ts'
import { withoutSeen } from '#client/live/seen.reducer.ts'
import { seenInHubsAtom } from '#client/live/seen.ts'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { CardFoot } from './CardFoot.tsx'
import { CardReaction } from './CardReaction.tsx'
import { type DiscussionPage, withoutReadThreads } from './discussion.cache.ts'
import { readAll } from './discussion.queries.ts'
import { olderUnread } from './feed.opening.ts'
import { SharedNoteList } from './SharedNoteList.tsx'
import { usePinning } from './usePinning.ts'
import { useReading } from './useReading.ts'
import { useSeenReporter } from './useSeenReporter.ts'
import { useWithdrawalToast } from './useWithdrawalToast.ts'

const NOBODY: readonly string[] = []

interface SharedNotesProps {
  hubNo: number
  /** Who is in the hub, oneself included. */
  members: readonly PersonView[]
  page: DiscussionPage
  /** The page is an answer, not what was kept of an earlier visit. */
  isFresh: boolean
  /** The notes of another page are on their way. */
  isWaiting: boolean
  onGo: (page: number) => void
  onShare: () => void
}

/** The notes shared in a hub, which are seen one by one as they come before the reader's eyes. */
export function SharedNotes({
  hubNo,
  members,
  page: answer,
  isFresh,
  isWaiting,
  onGo,
  onShare,
}: SharedNotesProps) {
  const seen = useAtomValue(seenInHubsAtom).get(hubNo)
  const readThreads = useAtomValue(readThreadsAtom)
  const page = useMemo(() => {
    const readUpTo = (noteNo: number) => readThreads.get(threadId(hubNo, noteNo)) ?? 0
    return { ...answer, notes: withoutReadThreads(withoutSeen(answer.notes, seen), readUpTo) }
  }, [answer, hubNo, readThreads, seen])
  const reporter = useSeenReporter(hubNo)
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hubNo), [hubNo]))
  const list = useRef<HTMLUListElement>(null)
  const reading = useReading(list, page, isFresh, seq => {
    if (page.notes.some(note => note.seq === seq && note.isNew)) reporter.see(seq)
  })
  useWithdrawalToast(hubNo, reading.notes)
  const opened = useAtomValue(openedNotesAtom)
  const pinning = usePinning(hubNo, page.pinned)
  const older = isFresh && unread > 0 ? olderUnread(page, reading.opening) : null
  const showToast = useSetAtom(showToastAtom)
  const { userNo: myNo } = useAtomValue(authAtom)
  const composers = useComposersInHub(hubNo, myNo)
  const people = useMemo(() => new Map(members.map(member => [member.userNo, member])), [members])
  const readingAll = useMutation({
    mutationFn: () => readAll(hubNo),
    onSuccess: reporter.forget,
    onError: error => showToast({ text: failureText(error) }),
  })

  return (
    <SharedNoteList
      list={list}
      pageIndex={page.pageIndex}
      reading={unread > 0 ? reading : { ...reading, waiting: [], waitingCount: 0 }}
      total={page.total}
      begin={
        <Button kind="primary" aria-haspopup="dialog" onClick={onShare}>
          {t('shares.firstHere')}
        </Button>
      }
      // What one looks at stays marked while one reads on.
      isMarked={({ noteNo, seq, isNew }) => !opened.has(noteNo) && (isNew || reporter.told.has(seq))}
      footOf={(note, titleId) => (
        <CardFoot
          note={note}
          people={people}
          myNo={myNo}
          composers={composers.get(note.noteNo) ?? NOBODY}
          reaction={<CardReaction hubNo={hubNo} note={note} people={people} describedBy={titleId} />}
        />
      )}
      pinning={pinning}
      {...(older && {
        unreadOlder: { count: older.count, to: `${paths.discussion(hubNo)}&page=${older.page}` },
      })}
      onReadAll={unread > 0 ? () => readingAll.mutate() : undefined}
      linkTo={noteNo => paths.noteInHub(noteNo, hubNo)}
      isWaiting={isWaiting}
      onGo={onGo}
    />
  )
}
