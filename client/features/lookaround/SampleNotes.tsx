import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { SharedNoteList } from '#client/features/discussion/SharedNoteList.tsx'
import { arrivalText } from '#client/features/discussion/useArrivalNews.ts'
import { useReading } from '#client/features/discussion/useReading.ts'
import { paths } from '#client/paths.ts'
import type { SampleRoom } from './content/types.ts'
import { withSharesSeen } from './lookaround.unread.ts'
import { roomPage } from './lookaround.views.ts'
import { minuteAtom, minuteClockAtom, seenAtom } from './useMinute.ts'

/** The notes of a sample room, and those that friends share while one looks at it. */
export function SampleNotes({ room }: { room: SampleRoom }) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const [seen, setSeen] = useAtom(seenAtom)
  const page = roomPage(room, { clock, minute, seen })
  const reading = useReading(page)
  const sharesShown = reading.shownUpTo - room.noteNos.length

  useEffect(() => {
    setSeen(before => withSharesSeen(before, room.hubNo, sharesShown))
  }, [room.hubNo, sharesShown, setSeen])

  const [countAtFirst] = useState(page.notes.length)
  const arrived = page.notes.slice(0, page.notes.length - countAtFirst)

  return (
    <>
      <p className="visually-hidden" role="status">
        {arrivalText(arrived.slice(0, 1))}
      </p>
      <SharedNoteList
        pageIndex={page.pageIndex}
        reading={reading}
        total={page.notes.length}
        opened={seen.notes}
        linkTo={noteNo => paths.lookaroundNoteInRoom(noteNo, room.hubNo)}
        isWaiting={false}
        onGo={stay}
      />
    </>
  )
}

/** A sample room has a single page. */
function stay() {}
