import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo, useRef } from 'react'
import { useTypingMembersInHub } from '#client/features/comments/TypingIndicator.tsx'
import { useSetReaction } from '#client/features/reactions/ReactionButton.tsx'
import { ReactionToggle, reactionNames } from '#client/features/reactions/ReactionToggle.tsx'
import { openedNotesAtom, readThreadsAtom, seenInHubsAtom, threadId, withoutSeen } from '#client/live/seen.ts'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import { CardFooter } from './CardFooter.tsx'
import { type DiscussionPage, withNoteReaction, withoutReadThreads } from './discussion.cache.ts'
import { discussionKeys } from './discussion.queries.ts'
import { type Pinning, SharedNoteList } from './SharedNoteList.tsx'
import { olderUnread, useFeed } from './useFeed.ts'
import { useWithdrawalToast } from './useHubToasts.ts'
import { usePin } from './usePin.ts'
import type { SeenReporter } from './useSeenReporter.ts'

const NOBODY: readonly string[] = []

interface SharedNotesProps {
  hubNo: number
  /** The members of the hub, including the user. */
  members: readonly PersonView[]
  page: DiscussionPage
  /** False while the page comes from the cache of an earlier visit. */
  isFromServer: boolean
  /** Another page is being fetched. */
  isWaiting: boolean
  reporter: SeenReporter
  onGo: (page: number) => void
  onShare: () => void
}

/** The notes shared in a hub. Each counts as seen once it was visible. */
export function SharedNotes({
  hubNo,
  members,
  page: response,
  isFromServer,
  isWaiting,
  reporter,
  onGo,
  onShare,
}: SharedNotesProps) {
  const seen = useAtomValue(seenInHubsAtom).get(hubNo)
  const readThreads = useAtomValue(readThreadsAtom)
  const page = useMemo(() => {
    const readUpTo = (noteNo: number) => readThreads.get(threadId(hubNo, noteNo)) ?? 0
    return { ...response, notes: withoutReadThreads(withoutSeen(response.notes, seen), readUpTo) }
  }, [response, hubNo, readThreads, seen])
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hubNo), [hubNo]))
  const list = useRef<HTMLUListElement>(null)
  const feed = useFeed(list, page, isFromServer, seq => {
    if (page.notes.some(note => note.seq === seq && note.isNew)) reporter.markSeen(seq)
  })
  useWithdrawalToast(hubNo, feed.notes)
  const openedNotes = useAtomValue(openedNotesAtom)
  const pin = usePin()
  const pinning: Pinning = {
    pinned: page.pinned,
    pin: (noteNo, isPinned) => pin({ hubNo, noteNo, isPinned }),
  }
  const olderUnreadNotes = isFromServer && unread > 0 ? olderUnread(page, feed.snapshot) : null
  const { userNo: myNo } = useAtomValue(authAtom)
  const typingNames = useTypingMembersInHub(hubNo, myNo)
  const people = useMemo(() => new Map(members.map(member => [member.userNo, member])), [members])

  return (
    <SharedNoteList
      list={list}
      pageIndex={page.pageIndex}
      feed={unread > 0 ? feed : { ...feed, unseenArrivals: [], arrivalCount: 0 }}
      total={page.total}
      emptyAction={
        <Button kind="primary" aria-haspopup="dialog" onClick={onShare}>
          {t('shares.firstHere')}
        </Button>
      }
      // Notes that this tab has reported stay marked as new.
      isMarked={({ noteNo, seq, isNew }) => !openedNotes.has(noteNo) && (isNew || reporter.reported.has(seq))}
      renderFooter={(note, titleId) => (
        <CardFooter
          note={note}
          people={people}
          myNo={myNo}
          typingNames={typingNames.get(note.noteNo) ?? NOBODY}
          reaction={<CardReaction hubNo={hubNo} note={note} people={people} describedBy={titleId} />}
        />
      )}
      pinning={pinning}
      {...(olderUnreadNotes && {
        unreadOlder: {
          count: olderUnreadNotes.count,
          to: `${paths.discussion(hubNo)}&page=${olderUnreadNotes.page}`,
        },
      })}
      linkTo={noteNo => paths.noteInHub(noteNo, hubNo)}
      isWaiting={isWaiting}
      onGo={onGo}
    />
  )
}

interface CardReactionProps {
  hubNo: number
  note: SharedNoteItem
  people: ReadonlyMap<number, PersonView>
  /** Id of the note's title. */
  describedBy: string
}

const NO_USERS: readonly number[] = []

/** The reaction button of a card. */
function CardReaction({ hubNo, note, people, describedBy }: CardReactionProps) {
  const { noteNo, empathyNos: knownNos = NO_USERS } = note
  const cache = useQueryClient()
  const { userNos, isMine, toggle } = useSetReaction({
    place: { hubNo, noteNo },
    commentNo: NOTE_ITSELF,
    knownNos,
    onResponse: ({ version, empathy: reaction }) =>
      cache.setQueriesData<DiscussionPage>({ queryKey: discussionKeys.hub(hubNo) }, page =>
        page && page.version < version ? withNoteReaction(page, noteNo, reaction) : page,
      ),
  })

  const names = reactionNames(userNos, people.size > 0 ? [...people.values()] : undefined)
  return (
    <ReactionToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
    />
  )
}
