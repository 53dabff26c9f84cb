import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { CardFoot } from '#client/features/discussion/CardFoot.tsx'
import { SharedNoteList } from '#client/features/discussion/SharedNoteList.tsx'
import { arrivalText } from '#client/features/discussion/useArrivalAnnouncement.ts'
import { useReading } from '#client/features/discussion/useReading.ts'
import { ReactionIcon } from '#client/features/reactions/ReactionIcon.tsx'
import { ReactionNames } from '#client/features/reactions/ReactionNames.tsx'
import { namesOf } from '#client/features/reactions/reactions.names.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { sampleMe } from './content/people.ts'
import type { SampleRoom } from './content/types.ts'
import { withSharesSeen } from './lookaround.unread.ts'
import { membersOf, roomPage } from './lookaround.views.ts'
import { minuteAtom, minuteClockAtom, seenAtom } from './useMinute.ts'
import '#client/features/reactions/reactions.css'

/** The notes of a sample room, and those that friends share while one looks at it. */
export function SampleNotes({ room }: { room: SampleRoom }) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const [seen, setSeen] = useAtom(seenAtom)
  const page = roomPage(room, { clock, minute, seen })
  const list = useRef<HTMLUListElement>(null)
  const reading = useReading(list, page, true, ignore)
  const sharesShown = Math.max(0, ...reading.sighted) - room.noteNos.length

  useEffect(() => {
    setSeen(before => withSharesSeen(before, room.hubNo, sharesShown))
  }, [room.hubNo, sharesShown, setSeen])

  const people = new Map(membersOf(room).map(person => [person.userNo, person]))
  const composersOf = (noteNo: number) =>
    minute.composing
      .filter(happening => happening.hubNo === room.hubNo && happening.noteNo === noteNo)
      .map(({ writer }) => writer.name)

  const [countAtFirst] = useState(page.notes.length)
  const arrived = page.notes.slice(0, page.notes.length - countAtFirst)

  return (
    <>
      <p className="visually-hidden" role="status">
        {arrivalText(arrived.slice(0, 1))}
      </p>
      <SharedNoteList
        list={list}
        pageIndex={page.pageIndex}
        reading={reading}
        total={page.notes.length}
        isMarked={({ noteNo, isNew }) => isNew && !seen.notes.has(noteNo)}
        footOf={note => (
          <CardFoot
            note={note}
            people={people}
            myNo={sampleMe.userNo}
            composers={composersOf(note.noteNo)}
            reaction={<SampleReaction names={namesOf(note.empathyNos ?? [], membersOf(room))} />}
          />
        )}
        linkTo={noteNo => paths.lookaroundNoteInRoom(noteNo, room.hubNo)}
        beginsAtTop
        isWaiting={false}
        onGo={stay}
      />
    </>
  )
}

/** Who empathizes with a sample; the visitor cannot. */
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

/** What was seen of a sample is told to nobody. */
function ignore() {}

/** A sample room has a single page. */
function stay() {}
