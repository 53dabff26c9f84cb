import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { CardFooter } from '#client/features/discussion/CardFooter.tsx'
import { MemberList } from '#client/features/discussion/MemberList.tsx'
import { SharedNoteList } from '#client/features/discussion/SharedNoteList.tsx'
import { useFeed } from '#client/features/discussion/useFeed.ts'
import { arrivalText } from '#client/features/discussion/useHubToasts.ts'
import { ReactionIcon, ReactionNames, reactionNames } from '#client/features/reactions/ReactionToggle.tsx'
import { paths } from '#client/paths.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup } from '#client/ui/Avatar.tsx'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { roomAvatars, roomLabel, sampleMe, sampleRooms } from './content/rooms.ts'
import { SAMPLE_LANGUAGE, type SampleRoom } from './content/types.ts'
import { markSharesSeen, unreadOf } from './lookaround.minute.ts'
import { membersOf, roomPage } from './lookaround.views.ts'
import { MinuteBar } from './MinuteBar.tsx'
import { minuteAtom, minuteClockAtom, seenAtom } from './useMinute.ts'
import '#client/features/discussion/discussion.css'
import '#client/features/reactions/reactions.css'

export function SampleRoomDiscussion({ room }: { room: SampleRoom }) {
  const { language } = useLanguage()
  const { composing } = useAtomValue(minuteAtom)
  const { round } = useAtomValue(minuteClockAtom)
  const typingNos = composing.filter(({ hubNo }) => hubNo === room.hubNo).map(({ writer }) => writer.userNo)
  return (
    <div className="discussion">
      <RoomTabs current={room.hubNo} />
      <div className="discussion__head">
        <div className="discussion__title">
          <ScreenTitle title={room.name} />
          <p className="discussion__names">{shortNames(room.people.map(({ name }) => name))}</p>
        </div>
        <ButtonLink kind="quiet" to={paths.home}>
          <Icon name="back" />
          {t('shell.toHome')}
        </ButtonLink>
      </div>
      <MinuteBar />
      {language !== SAMPLE_LANGUAGE && <p className="sample-language">{t('lookaround.otherLanguage')}</p>}
      <MemberList members={membersOf(room)} present={new Set(typingNos)} myNo={sampleMe.userNo} />
      <SampleNotes key={`${room.hubNo} ${round}`} room={room} />
    </div>
  )
}

/** The sample rooms with their unread counts. */
function RoomTabs({ current }: { current: number }) {
  const minute = useAtomValue(minuteAtom)
  const seen = useAtomValue(seenAtom)
  return (
    <nav className="room-tabs" aria-label={t('lookaround.rooms')}>
      {sampleRooms.map(room => (
        <Link
          key={room.hubNo}
          className="room-tabs__room"
          to={paths.lookaroundRoom(room.hubNo)}
          aria-current={room.hubNo === current ? 'page' : undefined}
        >
          <AvatarGroup people={roomAvatars(room)} />
          <span className="room-tabs__name">{roomLabel(room)}</span>
          <UnreadBadge count={unreadOf(minute, seen, room.hubNo)} />
        </Link>
      ))}
    </nav>
  )
}

/** The notes of a sample room, including those that friends share during the minute. */
function SampleNotes({ room }: { room: SampleRoom }) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const [seen, setSeen] = useAtom(seenAtom)
  const page = roomPage(room, { clock, minute, seen })
  const list = useRef<HTMLUListElement>(null)
  const feed = useFeed(list, page, true, ignore)
  const sharesShown = Math.max(0, ...feed.shownSeqs) - room.noteNos.length

  useEffect(() => {
    setSeen(previous => markSharesSeen(previous, room.hubNo, sharesShown))
  }, [room.hubNo, sharesShown, setSeen])

  const people = new Map(membersOf(room).map(person => [person.userNo, person]))
  const composersOf = (noteNo: number) =>
    minute.composing
      .filter(event => event.hubNo === room.hubNo && event.noteNo === noteNo)
      .map(({ writer }) => writer.name)

  const [countAtFirst] = useState(page.notes.length)
  const newNotes = page.notes.slice(0, page.notes.length - countAtFirst)

  return (
    <>
      <p className="visually-hidden" role="status">
        {arrivalText(newNotes.slice(0, 1))}
      </p>
      <SharedNoteList
        list={list}
        pageIndex={page.pageIndex}
        feed={feed}
        total={page.notes.length}
        isMarked={({ noteNo, isNew }) => isNew && !seen.notes.has(noteNo)}
        renderFooter={note => (
          <CardFooter
            note={note}
            people={people}
            myNo={sampleMe.userNo}
            typingNames={composersOf(note.noteNo)}
            reaction={<SampleReaction names={reactionNames(note.empathyNos ?? [], membersOf(room))} />}
          />
        )}
        linkTo={noteNo => paths.lookaroundNoteInRoom(noteNo, room.hubNo)}
        startsAtTop
        isWaiting={false}
        onGo={stay}
      />
    </>
  )
}

/** The reactions to a sample note; the visitor cannot react. */
function SampleReaction({ names }: { names: readonly string[] }) {
  const count = names.length
  if (count === 0) return null
  return (
    <div className="reaction">
      <ReactionIcon isMine={false} />
      {t('reactions.count', { count })}
      <ReactionNames names={names} />
    </div>
  )
}

/** The samples have no server to report seen notes to. */
function ignore() {}

/** A sample room has only one page. */
function stay() {}
